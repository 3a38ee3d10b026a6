import { rm } from 'node:fs/promises'
import { describe } from 'vitest'
import { onSite, rejects } from '../../../conformance/bed.ts'
import type { PlatformUnderTest } from '../../../conformance/platform-under-test.ts'
import { onQemu, type QemuSite } from '../../testing/qemu-site.ts'

function describeDisplay(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('a machine that has removed the socket of its display has none', async (bed) => {
    const { spec } = await bed.machine()
    await rm((bed.site as QemuSite).folderOf(spec.id).qemu.path + '/run/vnc.sock')
    await rejects(bed.platform.instances.displays.open(spec.id), 'gone')
  })

  test('a display has ten viewers at most, and room again when one leaves', async (bed) => {
    const { spec } = await bed.machine()
    const { displays } = bed.platform.instances
    const streams = []
    for (let viewer = 0; viewer < 10; viewer++) streams.push(await displays.open(spec.id))
    await rejects(displays.open(spec.id), 'transient')
    const reader = streams[0]!.output.getReader()
    streams[0]!.close()
    while (!(await reader.read()).done);
    const again = await displays.open(spec.id)
    await again.output.getReader().read()
  })
}

describe('the display of a machine', () => {
  describeDisplay(onQemu)
})

import { tmpdir } from 'node:os'
import { expect } from 'vitest'
import { type Bed, onSite, rejects } from '../../conformance/bed.ts'
import { newId } from '../../conformance/declared.ts'
import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import type { InstanceSpec } from '../../interface/instances.ts'
import { onQemu, QemuSite } from '../testing/qemu-site.ts'
import { cachedTinyLinux } from '../tiny-linux/cached-tiny-linux.ts'

/** Firmware that finds nothing to start ignores the power button. */
const deaf = async (bed: Bed): Promise<InstanceSpec> => ({ ...(await bed.machineSpec()), volumes: [] })

function describePowerOff(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('a power-off ends the wait for a guest that ignores the power button', async (bed) => {
    const { instances } = bed.platform
    const spec = await deaf(bed)
    await instances.start(spec, undefined, 6)
    const stopped = instances.stop(spec.id, undefined, 8)
    await instances.powerOff(spec.id, undefined, 10)
    expect(await bed.listed(spec.id)).toEqual([])
    await stopped

    await instances.start(spec, undefined, 12)
    const rebooted = instances.reboot(spec.id, newId(), undefined, 14)
    await instances.powerOff(spec.id, undefined, 16)
    expect(await bed.listed(spec.id)).toEqual([])
    await rebooted
  })

  test('a power-off that comes late leaves the wait as it is', async (bed) => {
    const { instances } = bed.platform
    const spec = await deaf(bed)
    const { id } = spec
    await bed.start(spec)
    let over = false
    const stopped = instances.stop(id, undefined, 10).finally(() => (over = true))
    await bed.eventually(async () => (await (bed.site as QemuSite).folderOf(id).readState()).phase).toBe('ending')
    await rejects(instances.powerOff(id, undefined, 8), 'outdated')
    expect(over).toBe(false)
    expect(await bed.listed(id)).toHaveLength(1)
    await instances.powerOff(id, undefined, 12)
    await stopped
  })
}

/** Guests have longer than a test may last. */
const stopMs = 2 * onQemu.limitMs

describePowerOff({ ...onQemu, open: async () => QemuSite.open(await cachedTinyLinux(tmpdir()), null, stopMs) })

import { describe, expect } from 'vitest'
import { onSite } from '../../conformance/bed.ts'
import { instanceSpec, newId } from '../../conformance/declared.ts'
import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import { onQemu } from '../testing/qemu-site.ts'

/** Reports the status of a CPU to QEMU without end. For each report, QEMU sends an event. */
const flood = [
  [0xfa], //             cli
  [0xba, 0xd8, 0x0c], // mov dx, 0xcd8
  [0x30, 0xc0], //       xor al, al
  [0xee], //             out dx, al: the registers of CPUs, in their present form
  [0x66, 0x31, 0xc0], // xor eax, eax
  [0x66, 0xef], //       out dx, eax: the first CPU
  [0xba, 0xdd, 0x0c], // mov dx, 0xcdd
  [0xb0, 0x02], //       mov al, 2
  [0xee], //             out dx, al: its status
  [0xba, 0xe0, 0x0c], // mov dx, 0xce0
  [0x66, 0xef], // next: out dx, eax
  [0xeb, 0xfc], //       jmp next
]

function describeFlood(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('fails, since QEMU keeps those that nobody reads in memory', async (bed) => {
    const sector = Buffer.alloc(2 ** 20)
    sector.set(flood.flat())
    sector.set([0x55, 0xaa], 510)
    const disk = await bed.volumeOf(sector)
    const [sledId] = await bed.reachableSledIds()
    const spec = instanceSpec(newId(), sledId!, [{ id: disk.id, name: 'disk', boot: true }])
    await bed.platform.volumes.ensureAttached(disk.id, spec.id)
    await bed.platform.instances.prepare(spec.id)
    await bed.start(spec)
    const { reason } = await bed.event('instance-failed', spec.id)
    expect(reason).toMatch(/^QEMU sends messages without end/)
    expect(await bed.listed(spec.id)).toEqual([])
  })
}

describe('a guest that makes QEMU send events without end', () => {
  describeFlood(onQemu)
})

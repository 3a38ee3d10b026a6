import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { systemClock } from '../../../clock/clock.ts'
import { onSite } from '../../conformance/bed.ts'
import { instanceSpec, newId } from '../../conformance/declared.ts'
import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import { onQemu, type QemuSite } from '../testing/qemu-site.ts'

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

/** Longer than a flood that ends its machine. */
const WATCHED_MS = 8000
const MAX_CPU_MS_PER_SECOND = 250
const MAX_GROWTH_BYTES = 32 * 2 ** 20

const residentBytes = async (pid: number) =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1])
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function describeFlood(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('runs on: they take little of the time of the server, and QEMU keeps none in memory', async (bed) => {
    const sector = Buffer.alloc(2 ** 20)
    sector.set(flood.flat())
    sector.set([0x55, 0xaa], 510)
    const disk = await bed.volumeOf(sector)
    const [sledId] = await bed.reachableSledIds()
    const spec = instanceSpec(newId(), sledId!, [{ id: disk.id, name: 'disk', boot: true }])
    await bed.platform.volumes.ensureAttached(disk.id, spec.id)
    await bed.platform.instances.prepare(spec.id)
    const { runId } = await bed.start(spec)
    const { pid } = (await (bed.site as QemuSite).folderOf(spec.id).readState()).run!.process!
    await systemClock.sleep(WATCHED_MS / 2)

    const [usedMs, bytes] = [cpuMs(), await residentBytes(pid)]
    await systemClock.sleep(WATCHED_MS)
    expect(cpuMs() - usedMs).toBeLessThan((MAX_CPU_MS_PER_SECOND * WATCHED_MS) / 1000)
    expect((await residentBytes(pid)) - bytes).toBeLessThan(MAX_GROWTH_BYTES)
    expect(await bed.listed(spec.id)).toMatchObject([{ runId }])
    await bed.platform.instances.stop(spec.id)
    expect([bed.eventsOf(spec.id), await bed.listed(spec.id)]).toEqual([[], []])
  })
}

describe('a guest that makes QEMU send events without end', () => {
  describeFlood(onQemu)
})

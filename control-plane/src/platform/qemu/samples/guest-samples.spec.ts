import { assert, expect } from 'vitest'
import { onSite } from '../../conformance/bed.ts'
import type { PlatformUnderTest } from '../../conformance/platform-under-test.ts'
import { logIn } from '../../conformance/terminal.ts'
import { SAMPLE_INTERVAL_MS } from '../../interface/samples.ts'
import { LatestSamples } from '../testing/latest-samples.ts'
import type { QemuSite } from '../testing/qemu-site.ts'
import { onQemuShort } from '../testing/short-form.ts'

const MiB = 2n ** 20n
const SECOND_NS = 1_000_000_000n

function describeGuestSamples(under: PlatformUnderTest): void {
  const test = onSite(under)

  test('a guest that computes and writes is measured', async (bed) => {
    const samples = new LatestSamples(bed.platform)
    const { spec } = await bed.machine()
    const [disk] = spec.volumes
    assert(disk)
    const terminal = await logIn(bed, spec.id)
    const onDisk = { disk_id: disk.id, attached_instance_id: spec.id }
    const running = { instance_id: spec.id, vcpu_id: 0, state: 'run' }
    await bed.eventually(() => samples.count('virtual_disk:bytes_read', onDisk)).toBeGreaterThan(0n)
    const written = samples.count('virtual_disk:bytes_written', onDisk)
    const flushes = samples.count('virtual_disk:flushes', onDisk)
    await terminal.type('dd if=/dev/urandom of=/dev/sda bs=1M count=8 seek=40 conv=fsync; while :; do :; done\r')
    await bed
      .eventually(() => samples.count('virtual_disk:bytes_written', onDisk))
      .toBeGreaterThanOrEqual(written + 8n * MiB)
    await bed.eventually(() => samples.count('virtual_disk:flushes', onDisk)).toBeGreaterThan(flushes)
    const ran = samples.count('virtual_machine:vcpu_usage', running)
    await bed.eventually(() => samples.count('virtual_machine:vcpu_usage', running)).toBeGreaterThan(ran + SECOND_NS)

    const states = samples.series('virtual_machine:vcpu_usage').map(({ fields }) => fields)
    expect(states.map(({ state }) => state).toSorted()).toEqual(['emulation', 'idle', 'run', 'waiting'])
    expect(states[0]).toEqual({
      instance_id: spec.id,
      project_id: spec.projectId,
      silo_id: spec.siloId,
      sled_id: spec.sledId,
      sled_model: expect.any(String),
      sled_revision: 0,
      sled_serial: expect.any(String),
      state: expect.any(String),
      vcpu_id: 0,
    })
    expect(samples.series('virtual_disk:reads').map(({ fields }) => fields)).toEqual([
      { ...onDisk, block_size: 512, project_id: spec.projectId, silo_id: spec.siloId },
    ])
    const onlyWrites = { ...onDisk, io_kind: 'write' }
    const unaccounted = () => {
      const { counts = [] } = samples.histogram('virtual_disk:io_latency', onlyWrites) ?? {}
      return samples.count('virtual_disk:writes', onDisk) - counts.reduce((sum, count) => sum + count, 0n)
    }
    // Each write has a latency. A guest that only computes writes no more, so later reports agree.
    await bed.eventually(unaccounted).toBe(0n)
  })

  test('a QEMU that does not answer delays no sample of another machine', async (bed) => {
    const samples = new LatestSamples(bed.platform)
    const [hung, other] = [await bed.machine(), await bed.machine()]
    const timeOf = (name: string, where: Record<string, string>) => samples.series(name, where)[0]?.timestamps[0] ?? 0
    const disk = ({ spec }: typeof hung) => ({ attached_instance_id: spec.id })
    await bed.eventually(() => timeOf('virtual_disk:reads', disk(hung))).toBeGreaterThan(0)
    const { run } = await (bed.site as QemuSite).folderOf(hung.spec.id).readState()
    process.kill(run!.process!.pid, 'SIGSTOP')
    const stopped = Date.now()
    for (const after of [stopped, stopped + SAMPLE_INTERVAL_MS])
      await bed.eventually(() => timeOf('virtual_disk:reads', disk(other))).toBeGreaterThan(after)
    // Its disks are QEMU's to count, its processor time is the kernel's.
    expect(samples.series('virtual_disk:reads', disk(hung))).toEqual([])
    expect(timeOf('virtual_machine:vcpu_usage', { instance_id: hung.spec.id })).toBeGreaterThan(stopped)
    process.kill(run!.process!.pid, 'SIGCONT')
    await bed.eventually(() => timeOf('virtual_disk:reads', disk(hung))).toBeGreaterThan(stopped)
  })
}

describeGuestSamples(onQemuShort('a guest that computes and writes is measured'))

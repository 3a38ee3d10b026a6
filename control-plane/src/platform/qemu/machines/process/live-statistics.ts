import { LATENCY_BINS } from '../../../interface/samples.ts'
import type { ProcessId } from '../../base/process-id.ts'
import type { QmpResult } from '../qmp/qmp-messages.ts'
import type { MeasuredSpec } from '../record/machine-folder.ts'
import { diskDevice } from './command-line.ts'
import type { QemuControl } from './qemu-control.ts'

export type DiskStatistics = QmpResult<'query-blockstats'>[number]['stats']

/** A running machine. Its counters count from the start of its process: a reboot does not change them. */
export interface MeasuredMachine {
  spec: MeasuredSpec
  process: ProcessId
  startedAt: Date
  /** Number of reboots since the start. */
  resets: number
  statistics: LiveStatistics
}

/** QEMU's counters of a running machine. Calls reject with a QmpError while QEMU does not answer. */
export class LiveStatistics {
  readonly #qemu: QemuControl
  #threads: { process: ProcessId; ids: number[] } | undefined

  constructor(qemu: QemuControl) {
    this.#qemu = qemu
  }

  /** Starts to count latencies. Called before the machine executes, so that its counters begin at zero. */
  async countLatencies(volumeIds: readonly string[]): Promise<void> {
    const boundaries = LATENCY_BINS.slice(1)
    for (const id of volumeIds)
      await this.#qemu.execute('block-latency-histogram-set', { id: diskDevice(id), boundaries })
  }

  /** Counters of each disk of the machine, by the id of its volume. */
  async disks(volumeIds: readonly string[]): Promise<Map<string, DiskStatistics>> {
    const devices = new Map((await this.#qemu.execute('query-blockstats')).map(({ qdev, stats }) => [qdev, stats]))
    return new Map(
      volumeIds.flatMap((id) => {
        const stats = devices.get(diskDevice(id))
        return stats ? [[id, stats]] : []
      }),
    )
  }

  /** Threads of QEMU by number of the virtual CPU. They stay the same as long as the process. */
  async cpuThreads(process: ProcessId): Promise<readonly number[]> {
    if (this.#threads?.process.pid !== process.pid || this.#threads.process.startTime !== process.startTime) {
      const cpus = await this.#qemu.execute('query-cpus-fast')
      const ids = cpus.toSorted((a, b) => a['cpu-index'] - b['cpu-index']).map((cpu) => cpu['thread-id'])
      this.#threads = { process, ids }
    }
    return this.#threads.ids
  }
}

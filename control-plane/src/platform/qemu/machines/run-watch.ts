import type { MachineRecord } from './machine-record.ts'
import type { MachineFolder, StoredRun } from './machine-state.ts'
import { hasLostNetwork, networkLoss } from './network-loss.ts'
import type { MachineStorage } from './machine-storage.ts'
import { isPaused, type QemuControl } from './qemu-control.ts'
import { QmpError } from './qmp-client.ts'
import type { Work } from '../base/work.ts'

const DETAIL = "The host's storage is full. The instance continues by itself once there is room."

export interface RunWatchParts {
  machineId: string
  folder: MachineFolder
  record: MachineRecord
  qemu: QemuControl
  storage: MachineStorage
  work: Work
}

/** Watches a run for changes that do not end it. */
export class RunWatch {
  readonly #parts: RunWatchParts

  constructor(parts: RunWatchParts) {
    this.#parts = parts
  }

  /** Cheap check whether `look` may have something to do. */
  hasNews(run: StoredRun): boolean {
    return run.condition !== null || hasLostNetwork(run)
  }

  /** Reports changes, and resumes a machine that waited for space. @param status QEMU's status of the machine */
  async look(run: StoredRun, status: string): Promise<void> {
    const { machineId: instanceId, folder, record, work } = this.#parts
    if (hasLostNetwork(run)) {
      const [change, next] = await work.step(() => networkLoss(instanceId, run, folder))
      await record.report(change, { run: next })
    }
    const waits = isPaused(status) && !(await this.#continue())
    const current = record.state.run!
    if (waits === (current.condition !== null)) return
    const condition = waits ? { kind: 'storage_full' as const, since: work.clock.now(), detail: DETAIL } : null
    await record.report(
      { kind: 'instance-condition', instanceId, runId: current.runId, condition },
      { run: { ...current, condition } },
    )
  }

  async #continue(): Promise<boolean> {
    const { storage, qemu, work } = this.#parts
    if (!(await work.step(() => storage.hasRoom()))) return false
    try {
      await qemu.go()
      return true
    } catch (error) {
      if (error instanceof QmpError) return false
      throw error
    }
  }
}

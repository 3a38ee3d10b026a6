import type { PowerOffs } from '../../../interface/power-offs.ts'
import { isAlive } from '../../base/process-id.ts'
import type { QemuControl } from '../process/qemu-control.ts'
import type { MachineRecord } from '../record/machine-record.ts'
import type { StoredRun } from '../record/machine-state.ts'
import type { StartedProcess } from '../record/started-process.ts'

export interface RequestedRebootsParts {
  record: MachineRecord
  qemu: QemuControl
  /** How long a guest may take to shut down before its machine is reset. */
  stopMs: number
  powerOffs: PowerOffs
}

/** Reboots by request, each of which ends a run and begins the next one. */
export class RequestedReboots {
  readonly #parts: RequestedRebootsParts

  constructor(parts: RequestedRebootsParts) {
    this.#parts = parts
  }

  /** Returns the next run, or the current one if it began by the same request; undefined if the process has ended. */
  async reboot(run: StoredRun & { process: StartedProcess }, request: string): Promise<StoredRun | undefined> {
    const { record, qemu, stopMs, powerOffs } = this.#parts
    if (record.state.requests.includes(request)) return run
    await record.prepareReboot(request)
    await qemu.powerDown(run.process, stopMs, powerOffs)
    return isAlive(run.process) ? this.#finish() : undefined
  }

  /** Finishes a reboot that an earlier process has begun. `restore` reports the run that it ends. */
  async adopt(process: StartedProcess): Promise<void> {
    const { record, qemu } = this.#parts
    await record.prepareReboot(record.state.rebootRequest!)
    await qemu.status(process)
    await this.#finish()
  }

  /** Begins the prepared run before its first instruction: a later process does not reset a guest that has executed. */
  async #finish(): Promise<StoredRun> {
    const { record, qemu } = this.#parts
    await qemu.reset()
    const next = await record.beginPrepared()
    await qemu.go()
    return next
  }
}

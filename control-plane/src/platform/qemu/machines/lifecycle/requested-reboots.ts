import type { PowerOffs } from '../../../interface/power-offs.ts'
import { isAlive } from '../../base/process-id.ts'
import type { QemuControl } from '../process/qemu-control.ts'
import type { MachineRecord } from '../record/machine-record.ts'
import { machineRun, type StoredRun } from '../record/machine-state.ts'
import type { StartedProcess } from '../record/started-process.ts'

export interface RequestedRebootsParts {
  machineId: string
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

  /** Returns the next run, or the current one if it began by the same request; undefined if the machine has failed. */
  async reboot(run: StoredRun & { process: StartedProcess }, request: string): Promise<StoredRun | undefined> {
    const { record, qemu, stopMs, powerOffs } = this.#parts
    if (record.state.requests.includes(request)) return run
    await record.prepareReboot(request)
    await qemu.powerDown(run.process, stopMs, powerOffs)
    return isAlive(run.process) && !qemu.problem ? this.#finish() : undefined
  }

  /** Finishes and reports a reboot whose request was interrupted, for example by the end of the server. */
  async resume({ runId }: StoredRun): Promise<void> {
    const { machineId: instanceId, record } = this.#parts
    await record.prepareReboot(record.state.rebootRequest!)
    await this.#finish((next) =>
      record.report({ kind: 'instance-rebooted', instanceId, runId, next: machineRun(next) }),
    )
  }

  /** Begins the prepared run before its first instruction: a later process does not reset a guest that has executed. */
  async #finish(report = async (_next: StoredRun) => {}): Promise<StoredRun> {
    const { record, qemu } = this.#parts
    await qemu.reset()
    const next = await record.beginPrepared()
    await report(next)
    await qemu.go()
    return next
  }
}

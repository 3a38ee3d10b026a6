import { Boots } from './boots.ts'
import type { MachineRecord } from './machine-record.ts'
import type { MachineSerial } from './machine-serial.ts'
import { newRun, runOf } from './machine-state.ts'

/** A guest that reboots its machine ends a run and begins the next one. */
export class GuestReboots {
  readonly #machineId: string
  readonly #record: MachineRecord
  readonly #serial: MachineSerial
  readonly #boots = new Boots()

  constructor(machineId: string, record: MachineRecord, serial: MachineSerial) {
    this.#machineId = machineId
    this.#record = record
    this.#serial = serial
  }

  /** Work for a reset at that time of the present run. It reports a reboot, if the reset was one. */
  at(at: number, byGuest: boolean): () => Promise<void> {
    const { runId } = this.#record.state.run ?? {}
    return async () => {
      const begins = this.#boots.begins(at, await this.#serial.end())
      if (begins && byGuest && runId) await this.#reboot(runId)
    }
  }

  async #reboot(runId: string): Promise<void> {
    const { run, phase, earlierRuns } = this.#record.state
    if (run?.runId !== runId || phase !== 'running') return
    const next = { ...run, ...newRun() }
    await this.#record.report(
      { kind: 'instance-rebooted', instanceId: this.#machineId, runId, next: runOf(next) },
      { run: next, earlierRuns: [...earlierRuns, runId] },
    )
  }
}

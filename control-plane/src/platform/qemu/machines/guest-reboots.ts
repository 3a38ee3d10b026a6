import { Boots } from './boots.ts'
import type { MachineRecord } from './machine-record.ts'
import type { MachineSerial } from './machine-serial.ts'
import { newRun, runOf } from './machine-state.ts'

/** Maximum number of pending reboots: a guest that resets faster than runs are stored gets fewer runs. */
const MAX_WAITING = 8

/** Records reboots by the guest: each ends a run and begins the next one. */
export class GuestReboots {
  readonly #machineId: string
  readonly #record: MachineRecord
  readonly #serial: MachineSerial
  readonly #later: (name: string, work: () => Promise<void>) => Promise<void>
  readonly #boots = new Boots()
  #waiting = 0

  constructor(parts: {
    machineId: string
    record: MachineRecord
    serial: MachineSerial
    later: (name: string, work: () => Promise<void>) => Promise<void>
  }) {
    this.#machineId = parts.machineId
    this.#record = parts.record
    this.#serial = parts.serial
    this.#later = parts.later
  }

  /** Handles a reset of the present run; reports a reboot, later, if the reset began a boot. */
  async notice(at: number, byGuest: boolean): Promise<void> {
    if (this.#waiting >= MAX_WAITING) return
    const { runId } = this.#record.state.run ?? {}
    this.#waiting += 1
    await this.#later(`reset at ${at}`, async () => {
      const begins = this.#boots.begins(at, await this.#serial.end())
      if (begins && byGuest && runId) await this.#reboot(runId)
    })
    this.#waiting -= 1
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

import type { MachineSerial } from '../console/machine-serial.ts'
import type { MachineRecord } from '../record/machine-record.ts'

/** Maximum number of pending reboots: a guest that resets faster than runs are stored gets fewer runs. */
const MAX_WAITING = 8

/** Records reboots by the guest: each ends a run and begins the next one. */
export class GuestReboots {
  readonly #record: MachineRecord
  readonly #serial: MachineSerial
  readonly #later: (name: string, work: () => Promise<void>) => Promise<void>
  readonly #boots = new Boots()
  #waiting = 0

  constructor(parts: {
    record: MachineRecord
    serial: MachineSerial
    later: (name: string, work: () => Promise<void>) => Promise<void>
  }) {
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
    const { run, phase } = this.#record.state
    if (run?.runId === runId && phase === 'running') await this.#record.reportReboot()
  }
}

/** No guest boots and reboots within this time. */
const FIRMWARE_MS = 1000
/** Firmware takes longer on a slow host, but writes no output meanwhile. */
const SLOW_FIRMWARE_MS = 10_000

/** Distinguishes boots from resets by firmware: that of q35 resets the machine once or twice more after each reset. */
class Boots {
  #last = { at: 0, serialEnd: -1 }

  /** Whether a reset begins a boot. @param serialEnd end of the machine's serial output at that time */
  begins(at: number, serialEnd: number): boolean {
    const last = this.#last
    this.#last = { at, serialEnd }
    return at - last.at >= (serialEnd === last.serialEnd ? SLOW_FIRMWARE_MS : FIRMWARE_MS)
  }
}

import { MINUTE_MS } from '../../../../clock/durations.ts'
import type { PowerOffs } from '../../../interface/power-offs.ts'
import { isAlive, type ProcessId } from '../../base/process-id.ts'
import type { Work } from '../../base/work.ts'
import type { MachineSocket } from '../files/machine-socket.ts'
import { QmpClient, QmpError, QmpFlood } from '../qmp/qmp-client.ts'
import type { QmpCommand, QmpEvent, QmpResult } from '../qmp/qmp-messages.ts'
import { mayRemain, remains, type StartedProcess } from '../record/started-process.ts'

/** A guest that is booting misses the power button, so it is pressed again. */
const PRESS_AGAIN_MS = 5000
const START_MS = MINUTE_MS
/** Time for a slow disk to store QEMU's cache. Less than the deadline of the calls that stop machines. */
const FLUSH_MS = 5 * MINUTE_MS
/** A QEMU that does not answer may still be busy with its disk, or hang. */
const UNANSWERED_MS = MINUTE_MS
const CLOSING_MS = 1000
const PROCESS_POLL_MS = 20
/** Pause between kills of a process that does not end because it waits in the kernel, for example for a dead disk. */
const MAX_PAUSE_MS = 5000

/** Receives changes that no request caused. */
interface QemuListener {
  /** The guest has powered off, the machine waits for room, or the process has ended or soon will. */
  changed(): void
  /** The machine was reset, at that time in milliseconds since 1970. */
  reset(at: number, byGuest: boolean): void
}

/** Controls the process of one machine: by QMP while that answers, else by signals. */
export class QemuControl {
  readonly #socket: MachineSocket
  readonly #work: Work
  readonly #kill: (process: StartedProcess) => Promise<void>
  readonly #listener: QemuListener
  #qmp: QmpClient | undefined
  #flood: QmpFlood | undefined
  #poweredOff = Promise.withResolvers<void>()

  constructor(
    socket: MachineSocket,
    work: Work,
    kill: (process: StartedProcess) => Promise<void>,
    listener: QemuListener,
  ) {
    this.#socket = socket
    this.#work = work
    this.#kill = kill
    this.#listener = listener
  }

  /** Why the machine cannot be controlled any more; undefined if it can. */
  get problem(): string | undefined {
    return this.#flood?.message
  }

  get connected(): boolean {
    return this.#qmp !== undefined
  }

  /** Connects to a process that listens soon. Rejects with a QmpError when it ends instead. */
  async connect(process: ProcessId): Promise<void> {
    const end = performance.now() + START_MS
    for (;;) {
      try {
        return await this.#connectNow(process)
      } catch (error) {
        ignoreQmp(error)
        if (!isAlive(process) || performance.now() > end) throw error
        await this.#work.sleep(PROCESS_POLL_MS)
      }
    }
  }

  /** Resumes the paused machine. */
  async go(): Promise<void> {
    await this.execute('cont')
  }

  /** Pauses the machine until `go`. */
  async pause(): Promise<void> {
    await this.execute('stop')
  }

  /** Resets the machine, also after the guest has powered off. It executes nothing until `go`. */
  async reset(): Promise<void> {
    await this.pause()
    await this.execute('system_reset')
    this.#poweredOff = Promise.withResolvers()
  }

  /**
   * QEMU's status of the machine; undefined while QEMU does not answer. A machine whose QEMU sends messages without end
   * has an internal error, too: it answers nothing any more.
   */
  async status(process: ProcessId): Promise<string | undefined> {
    if (this.#flood) return 'internal-error'
    try {
      if (!this.#qmp) await this.#connectNow(process)
      return (await this.execute('query-status')).status
    } catch (error) {
      ignoreQmp(error)
      return undefined
    }
  }

  /**
   * Presses the power button until the guest has powered off, the process ends, the time is up, a power-off begins or
   * the machine has a problem.
   */
  async powerDown(process: ProcessId, graceMs: number, powerOffs: PowerOffs): Promise<void> {
    const end = performance.now() + graceMs
    while (isAlive(process) && !this.problem) {
      const left = end - performance.now()
      if (left <= 0 || (await this.#isPaused())) return
      const over = [this.#poweredOff.promise, powerOffs.next, ...(this.#qmp ? [this.#qmp.closed] : [])]
      await this.execute('system_powerdown').catch(ignoreQmp)
      const waited = this.#work.sleep(Math.min(left, PRESS_AGAIN_MS)).then(() => true)
      if (!(await Promise.race([waited, ...over.map((one) => one.then(() => false))]))) return
    }
  }

  /**
   * Ends the process. Resolves once nothing of it runs. QEMU flushes its disks before it quits, and is not killed
   * meanwhile.
   */
  async end(process: StartedProcess): Promise<void> {
    const killAt = isAlive(process) ? performance.now() + (await this.#quit()) : 0
    while (isAlive(process) && performance.now() < killAt) await this.#work.sleep(PROCESS_POLL_MS)
    let pauseMs = PROCESS_POLL_MS
    // Remaining children have no disks to flush. They are killed before a scan, which may miss forks.
    for (let remain = mayRemain(process); remain; remain = await remains(process)) {
      await this.#work.step(() => this.#kill(process))
      await this.#work.sleep(pauseMs)
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
    }
    this.close()
  }

  /** Asks QEMU to quit. @returns the milliseconds that it may take */
  async #quit(): Promise<number> {
    const patience = this.#qmp ? UNANSWERED_MS : 0
    return (await this.execute('quit').then(() => FLUSH_MS, ignoreQmp)) ?? patience
  }

  /** Leaves the machine as it is. */
  close(): void {
    const qmp = this.#qmp
    this.#qmp = undefined
    qmp?.close()
  }

  /** Sends a command. Rejects with a QmpError when QEMU refuses it or is not connected. */
  async execute<Command extends QmpCommand>(
    command: Command,
    parameters?: Readonly<Record<string, unknown>>,
  ): Promise<QmpResult<Command>> {
    const qmp = this.#qmp
    if (!qmp) throw new QmpError('QEMU is not connected')
    return this.#work.step(() => qmp.execute(command, parameters))
  }

  /** A guest that does not execute does not notice the power button. */
  async #isPaused(): Promise<boolean> {
    try {
      return isPaused((await this.execute('query-status')).status)
    } catch (error) {
      ignoreQmp(error)
      return false
    }
  }

  async #connectNow(process: ProcessId): Promise<void> {
    this.#poweredOff = Promise.withResolvers()
    this.#flood = undefined
    try {
      const qmp = await this.#work.step(() => QmpClient.connect(this.#socket, this.#onEvent))
      this.#qmp = qmp
      void qmp.closed.then((reason) => this.#onClosed(qmp, process, reason))
    } catch (error) {
      if (error instanceof QmpFlood) this.#flood = error
      throw error
    }
  }

  #onEvent = ({ event, data, timestamp: { seconds, microseconds } }: QmpEvent): void => {
    if (event === 'SHUTDOWN') {
      this.#poweredOff.resolve()
      this.#listener.changed()
    } else if (event === 'STOP') this.#listener.changed()
    else if (event === 'RESET') this.#listener.reset(seconds * 1000 + microseconds / 1000, data['guest'] === true)
  }

  /** QEMU's socket closes a moment before the process ends. */
  async #onClosed(qmp: QmpClient, process: ProcessId, reason: QmpError): Promise<void> {
    if (this.#qmp !== qmp) return
    this.#qmp = undefined
    if (reason instanceof QmpFlood) this.#flood = reason
    const end = performance.now() + CLOSING_MS
    while (!this.#work.ended && isAlive(process) && performance.now() < end)
      await this.#work.sleep(PROCESS_POLL_MS).catch(() => {})
    if (!this.#work.ended) this.#listener.changed()
  }
}

/** Whether QEMU's status means that the machine is paused: for lack of space, on request, or before its first `go`. */
export const isPaused = (status: string): boolean => ['io-error', 'paused', 'prelaunch'].includes(status)

function ignoreQmp(error: unknown): void {
  if (!(error instanceof QmpError)) throw error
}

import type { DisplayStream, InstanceSpec, SerialPosition, SerialStream } from '../../instances.ts'
import { PlatformError } from '../../platform-error.ts'
import type { InstanceChange } from '../../platform.ts'
import type { MeasuredMachine, MeasuredSpec } from '../samples/measured.ts'
import type { Work } from '../work.ts'
import type { EfiFirmware } from './architecture.ts'
import { cidataImage } from './cidata.ts'
import { Boots } from './boots.ts'
import { failureReason } from './failure-reason.ts'
import { LiveDisks } from './live-disks.ts'
import { LiveStatistics } from './live-statistics.ts'
import { MachineDisplay } from './machine-display.ts'
import { MachineGuest } from './machine-guest.ts'
import { MachineSerial } from './machine-serial.ts'
import type { MachineProcesses } from './machine-process.ts'
import { isAlive, type ProcessId } from './process-id.ts'
import { orderOf, type StoredDisk } from './machine-order.ts'
import type { MachineUser } from './machine-user.ts'
import {
  type MachineEvent,
  type MachineFolder,
  type MachineState,
  heldBy,
  MAX_KEPT,
  newRun,
  runOf,
  stateOfStopped,
  type StoredRun,
} from './machine-state.ts'
import { QemuControl } from './qemu-control.ts'

/** What a machine is started with, apart from its specification. */
export interface MachineStart {
  /** Its volumes, in their order. */
  disks: readonly StoredDisk[]
  user: MachineUser | null
  /** Of the host, to lead to its SSH server. */
  sshPort: number | null
  /** Null for a machine with a BIOS. */
  efi: EfiFirmware | null
}

export interface MachineParts {
  work: Work
  processes: MachineProcesses
  /** How long a guest may take to shut down before its machine is ended. */
  stopMs: number
  /** Passes an event on; `onStored` is called once a listener has stored it. */
  emit(event: MachineEvent, onStored: () => void): void
}

/**
 * One machine: its process, its run and its serial port. Its methods are called one after the other. Each change is in
 * its folder before it is visible, so that a later process continues from there.
 */
export class Machine {
  readonly id: string
  /** Of the running machine. */
  readonly disks: LiveDisks
  readonly serial: MachineSerial
  readonly guest: MachineGuest
  readonly #display: MachineDisplay
  readonly #parts: MachineParts
  readonly #folder: MachineFolder
  #state: MachineState = stateOfStopped()
  /** With which the machine was started last. */
  #spec: MeasuredSpec | undefined
  readonly #qemu: QemuControl
  readonly #statistics: LiveStatistics
  readonly #boots = new Boots()
  /** Runs about which an event was passed. */
  readonly #reported = new Set<string>()

  constructor(id: string, folder: MachineFolder, parts: MachineParts) {
    this.id = id
    this.#folder = folder
    this.#parts = parts
    this.serial = new MachineSerial(folder.qemu)
    const { work, processes } = parts
    this.#display = new MachineDisplay(folder.qemu.file('display'), work)
    this.#qemu = new QemuControl(folder.qemu.file('qmp'), work, processes, {
      changed: () => this.#later('check', () => this.check()),
      reset: (at, byGuest) => this.#onReset(at, byGuest),
    })
    this.#statistics = new LiveStatistics(this.#qemu)
    const [socketPath, markPath] = [folder.qemu.file('agent'), folder.file('frozen')]
    this.guest = new MachineGuest({ qemu: this.#qemu, work, socketPath, markPath })
    this.disks = new LiveDisks({ machineId: id, qemu: this.#qemu, processes, folder: folder.qemu, work })
  }

  /** The run, if the machine executes. */
  get run(): (StoredRun & { process: ProcessId }) | undefined {
    const { run, phase } = this.#state
    if (!run?.process || phase === 'starting' || !isAlive(run.process)) return undefined
    return { ...run, process: run.process }
  }

  /** The run, if there is a process for it or will be. */
  get held(): StoredRun | null {
    const { run } = this.#state
    return run?.process && !isAlive(run.process) ? null : run
  }

  /** What is measured, if the machine executes. */
  get measured(): MeasuredMachine | undefined {
    const [{ run }, spec] = [this, this.#spec]
    if (!run?.startedAt || !spec) return undefined
    const resets = Math.min(this.#state.earlierRuns.length, MAX_KEPT)
    return { spec, process: run.process, startedAt: run.startedAt, resets, statistics: this.#statistics }
  }

  /** Whether the run is the current one, or this process has reported its end. */
  knows(runId: string): boolean {
    return this.#state.run?.runId === runId || this.#reported.has(runId)
  }

  async start(spec: InstanceSpec, { disks, user, efi, sshPort }: MachineStart): Promise<StoredRun> {
    await this.check()
    if (this.run) return this.run
    const startedAt = this.#parts.work.clock.now()
    const run = { ...newRun(), startedAt, ...heldBy(spec), user, sshPort, process: null }
    const order = orderOf(spec, disks, { ...run, firmware: efi ? 'efi' : 'bios' })
    await this.#step(() => this.#folder.create())
    await this.#step(() => this.#folder.writeSpec(spec))
    await this.#step(() => this.guest.forget())
    await this.#step(() => this.#folder.qemu.prepare(cidataImage(spec), disks, user !== null))
    if (efi) await this.#step(() => this.#folder.qemu.prepareEfi(efi.variables))
    this.#spec = spec
    await this.#save({ ...stateOfStopped(), events: this.#state.events, run, phase: 'starting' })
    let process: ProcessId | undefined
    try {
      process = await this.#step(() => this.#parts.processes.start(order))
      await this.#save({ ...this.#state, run: { ...run, process } })
      await this.#qemu.connect(process)
      await this.#statistics.countLatencies(run.volumeIds)
      await this.#qemu.go()
    } catch (error) {
      if (this.#parts.work.ended) throw error
      await this.#undoStart({ ...run, process: process ?? null })
      if (error instanceof PlatformError) throw error
      const reason = (await this.#folder.messages('qemuLog')).trim() || (error as Error).message
      throw new PlatformError('permanent', `The machine did not start: ${reason.slice(-1000)}`, error)
    }
    await this.#save({ ...this.#state, run: { ...run, process, bootedAt: new Date() }, phase: 'running' })
    return this.#state.run!
  }

  /** Ends the run: as the guest wishes, if it has time for it, else at once. */
  async stop(graceMs = this.#parts.stopMs): Promise<void> {
    const { run } = this
    if (!run) return this.check()
    await this.#save({ ...this.#state, phase: 'ending' })
    await this.#qemu.powerDown(run.process, graceMs)
    await this.#qemu.end(run.process)
    await this.#saveEnd()
    this.serial.hangUp()
  }

  async reboot(request: string): Promise<StoredRun> {
    const { run } = this
    if (!run) throw new PlatformError('gone', 'The machine does not run')
    if (this.#state.requests.includes(request)) return run
    await this.#save({ ...this.#state, phase: 'rebooting', rebootRequest: request })
    await this.#qemu.powerDown(run.process, this.#parts.stopMs)
    if (!this.run) {
      await this.check()
      throw new PlatformError('gone', 'The machine failed while it was restarting')
    }
    return this.#reset()
  }

  /** Ends the run at once and deletes all that the machine has. */
  async release(): Promise<void> {
    const { run } = this.#state
    if (run) await this.#endProcess(run)
    this.#state = stateOfStopped()
    this.serial.hangUp(new PlatformError('gone', 'The machine was released'))
    await this.#step(() => this.#parts.processes.clear(this.id))
    await this.#step(() => this.#folder.remove())
  }

  /** Continues with what an earlier process has left. */
  async adopt(): Promise<void> {
    this.#state = await this.#step(() => this.#folder.readState())
    this.#spec = await this.#step(() => this.#folder.readSpec())
    for (const event of this.#state.events) this.#pass(event)
    const { run, phase } = this.#state
    if (!run) return this.#clear()
    await this.check()
    if (!this.run) return
    await this.guest.adopt()
    void this.guest.thaw().catch(() => {})
    if (phase === 'rebooting') {
      const next = await this.#reset()
      await this.#report({ kind: 'instance-rebooted', instanceId: this.id, runId: run.runId, next: runOf(next) })
    } else if (phase === 'ending') await this.#save({ ...this.#state, phase: 'running' })
  }

  /** Finds out whether the machine still runs, and reports it if not. */
  async check(): Promise<void> {
    const { run, phase } = this.#state
    if (run && phase === 'starting') return this.#undoStart(run)
    if (!run?.process) return
    if (!isAlive(run.process)) return this.#failed(run.runId)
    const status = await this.#qemu.status(run.process)
    if (status === 'shutdown' && phase !== 'rebooting') {
      await this.#qemu.end(run.process)
      await this.#clear()
      const reason = 'The guest powered off'
      await this.#report({ kind: 'instance-stopped', instanceId: this.id, runId: run.runId, reason }, { run: null })
      this.serial.hangUp()
    } else if (status === 'internal-error') {
      await this.#qemu.end(run.process)
      await this.#failed(run.runId)
    }
  }

  /** Cheap: called for every machine, again and again. Resolves to whether `check` has something to find. */
  async inspect(): Promise<boolean> {
    const { run } = this.#state
    if (!run?.process) return false
    await this.serial.free()
    void this.guest.thaw().catch(() => {})
    return !this.#qemu.connected || !isAlive(run.process)
  }

  /** Reports that a run which the caller knows is not the current one. */
  async reportMissing(runId: string): Promise<void> {
    const { run } = this
    const about = { instanceId: this.id, runId }
    if (run && this.#state.earlierRuns.includes(runId))
      return this.#report({ kind: 'instance-rebooted', ...about, next: runOf(run) })
    await this.#report({ kind: 'instance-failed', ...about, reason: 'The host does not have this run' })
  }

  openSerial(position: SerialPosition): Promise<SerialStream> {
    if (!this.run) throw new PlatformError('gone', 'The machine does not run')
    return this.serial.open(position)
  }

  openDisplay(): Promise<DisplayStream> {
    if (!this.run) throw new PlatformError('gone', 'The machine does not run')
    return this.#display.open()
  }

  /** Leaves the machine as it is. */
  leave(): void {
    this.#qemu.close()
    this.serial.hangUp(new PlatformError('transient', 'The platform is closing'))
    this.#display.leave()
  }

  /** A guest that rebooted its machine has ended a run, in which `check` finds nothing. */
  async #guestReset(runId: string): Promise<void> {
    const { run, phase, earlierRuns } = this.#state
    if (run?.runId !== runId || phase !== 'running') return
    const next = { ...run, ...newRun() }
    await this.#report(
      { kind: 'instance-rebooted', instanceId: this.id, runId, next: runOf(next) },
      { run: next, earlierRuns: [...earlierRuns, runId] },
    )
  }

  async #reset(): Promise<StoredRun> {
    const { run, rebootRequest, requests, earlierRuns } = this.#state
    await this.#qemu.reset()
    await this.#save({
      ...this.#state,
      run: { ...run!, ...newRun() },
      phase: 'running',
      rebootRequest: null,
      requests: rebootRequest === null ? requests : [...requests, rebootRequest],
      earlierRuns: [...earlierRuns, run!.runId],
    })
    return this.#state.run!
  }

  /** A start that was interrupted: the machine has not executed anything, so it can end without a trace. */
  async #undoStart(run: StoredRun): Promise<void> {
    await this.#endProcess(run)
    await this.#saveEnd()
  }

  /** Also one that was started and is in no file. */
  async #endProcess({ runId, process }: StoredRun): Promise<void> {
    const left = process ?? (await this.#step(() => this.#parts.processes.find(runId)))
    if (left) await this.#qemu.end(left)
  }

  async #failed(runId: string): Promise<void> {
    await this.#clear()
    const [messages, { bytes }] = [
      await this.#folder.messages('qemuLog'),
      await this.serial.history({ mostRecent: 4096 }),
    ]
    const reason = failureReason(messages, bytes)
    await this.#report({ kind: 'instance-failed', instanceId: this.id, runId, reason }, { run: null })
    this.serial.hangUp(new PlatformError('gone', 'The machine failed'))
  }

  #onReset(at: number, byGuest: boolean): void {
    const { runId } = this.#state.run ?? {}
    this.#later(`reset at ${at}`, async () => {
      const begins = this.#boots.begins(at, await this.serial.end())
      if (begins && byGuest && runId) await this.#guestReset(runId)
    })
  }

  /** Work on what was noticed. If it fails, the next inspection finds it again. */
  #later(name: string, work: () => Promise<void>): void {
    if (!this.#parts.work.ended) this.#parts.work.enqueue(this.id, name, undefined, work).catch(() => {})
  }

  /** Stores a change of the state with the event about it, and passes that on. */
  async #report(change: InstanceChange, state: Partial<MachineState> = {}): Promise<void> {
    const event = { ...change, id: crypto.randomUUID() }
    await this.#save({ ...this.#state, ...state, events: [...this.#state.events, event] })
    this.#pass(event)
  }

  #pass(event: MachineEvent): void {
    this.#reported.add(event.runId)
    this.#parts.emit(event, () =>
      this.#later(`stored ${event.id}`, async () => {
        const { events } = this.#state
        if (events.includes(event)) await this.#save({ ...this.#state, events: events.filter((one) => one !== event) })
      }),
    )
  }

  /** The process is over. */
  async #saveEnd(): Promise<void> {
    await this.#clear()
    await this.#save({ ...this.#state, run: null })
  }

  /** What a run has that is over. */
  async #clear(): Promise<void> {
    await this.#step(() => this.#parts.processes.clear(this.id))
    await this.#step(() => this.#folder.qemu.unlink())
  }

  async #save(state: MachineState): Promise<void> {
    await this.#step(async () => {
      await this.#folder.create()
      await this.#folder.writeState(state)
    })
    this.#state = state
  }

  #step<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#parts.work.step(work)
  }
}

import { isNoSpace } from '../../../../file-system/no-space.ts'
import type { InstanceSpec } from '../../../interface/instances.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import { PowerOffs } from '../../../interface/power-offs.ts'
import { permanentOf } from '../../base/errors.ts'
import { isAlive, type ProcessId } from '../../base/process-id.ts'
import type { Work } from '../../base/work.ts'
import { MachineDisplay } from '../console/machine-display.ts'
import { MachineSerial } from '../console/machine-serial.ts'
import { LiveDisks } from '../disks/live-disks.ts'
import type { MachineStorage } from '../disks/machine-storage.ts'
import { cidataImage } from '../files/cidata.ts'
import type { SocketName } from '../files/machine-socket.ts'
import { MachineGuest } from '../guest/machine-guest.ts'
import { type MachineStart, orderOf } from '../order/machine-order.ts'
import { type MeasuredMachine, LiveStatistics } from '../process/live-statistics.ts'
import type { MachineProcesses } from '../process/machine-process.ts'
import { QemuControl } from '../process/qemu-control.ts'
import type { MeasuredSpec, MachineFolder } from '../record/machine-folder.ts'
import { MachineRecord, type MachineRecordParts } from '../record/machine-record.ts'
import {
  occupiedResources,
  MAX_KEPT,
  newRun,
  machineRun,
  type StartedRun,
  type StoredRun,
} from '../record/machine-state.ts'
import { mayRemain, type StartedProcess } from '../record/started-process.ts'
import { GuestReboots } from './guest-reboots.ts'
import { RequestedReboots } from './requested-reboots.ts'
import { RunEnd } from './run-end.ts'
import { RunWatch } from './run-watch.ts'

export interface MachineParts extends Pick<MachineRecordParts, 'emit'> {
  work: Work
  processes: MachineProcesses
  storage: MachineStorage
  /** How long a guest may take to shut down before its machine is ended. */
  stopMs: number
}

/**
 * One machine: its process, its run and its serial port. Its methods are called one at a time. A later process adopts
 * it by its record.
 */
export class Machine {
  readonly id: string
  /** The disks of the running machine. */
  readonly disks: LiveDisks
  readonly serial: MachineSerial
  readonly display: MachineDisplay
  readonly guest: MachineGuest
  /** Power-off requests, which end stops that wait for the guest. */
  readonly powerOffs = new PowerOffs()
  readonly #parts: MachineParts
  readonly #folder: MachineFolder
  readonly #record: MachineRecord
  /** The specification of the last start. */
  #spec: MeasuredSpec | undefined
  readonly #qemu: QemuControl
  readonly #statistics: LiveStatistics
  readonly #watch: RunWatch
  readonly #end: RunEnd
  readonly #reboots: RequestedReboots
  /** False while `check` is to be repeated: it failed, or QEMU did not answer. */
  #isChecked = true

  constructor(id: string, folder: MachineFolder, parts: MachineParts) {
    this.id = id
    this.#folder = folder
    this.#parts = parts
    const socket = (name: SocketName) => folder.qemu.socket(name, () => this.#record.user)
    this.serial = new MachineSerial(folder.qemu)
    const { work, processes, emit, storage } = parts
    const later = (name: string, task: () => Promise<void>) => this.#later(name, task)
    this.#record = new MachineRecord({ machineId: id, folder, work, emit, later })
    const guestReboots = new GuestReboots({ record: this.#record, serial: this.serial, later })
    this.display = new MachineDisplay(socket('display'), work)
    this.#qemu = new QemuControl(socket('qmp'), work, (process) => processes.kill(id, process), {
      changed: () => void this.#later('check', () => this.check()),
      reset: (at, byGuest) => void guestReboots.notice(at, byGuest),
    })
    this.#statistics = new LiveStatistics(this.#qemu)
    const shared = { machineId: id, folder, record: this.#record, qemu: this.#qemu, work }
    this.#watch = new RunWatch({ ...shared, storage })
    this.#end = new RunEnd({ ...shared, processes, serial: this.serial })
    this.#reboots = new RequestedReboots({ ...shared, stopMs: parts.stopMs, powerOffs: this.powerOffs })
    this.guest = new MachineGuest({ qemu: this.#qemu, work, socket: socket('agent'), markPath: folder.file('frozen') })
    this.disks = new LiveDisks({
      machineId: id,
      qemu: this.#qemu,
      processes,
      folder: folder.qemu,
      work,
      user: () => this.held?.user ?? null,
    })
  }

  /** The run, if the machine executes. */
  get run(): (StoredRun & { process: StartedProcess }) | undefined {
    const { run, phase } = this.#record.state
    if (!run?.process || phase === 'starting' || !isAlive(run.process)) return undefined
    return { ...run, process: run.process }
  }

  /** The run, if it has a process or may have one soon. */
  get held(): StoredRun | null {
    const { run } = this.#record.state
    return run?.process && !mayRemain(run.process) ? null : run
  }

  /** Whether the run was given a layer, which it may have open until it ends. */
  hasLayer(name: string): boolean {
    return this.#folder.qemu.layers.has(name) && this.held !== null
  }

  /** Removes the run's links to layers that the volumes' driver no longer has. */
  async forgetLayers(isKnown: (layer: string) => boolean): Promise<void> {
    if ([...this.#folder.qemu.layers].every(isKnown)) return
    await this.#step(() => this.#folder.qemu.unlink(isKnown))
  }

  /** The machine as it is measured, if it executes. */
  get measured(): MeasuredMachine | undefined {
    const [{ run }, spec] = [this, this.#spec]
    if (!run || !spec) return undefined
    const resets = Math.min(this.#record.state.earlierRuns.length, MAX_KEPT)
    return { spec, process: run.process, startedAt: run.startedAt, resets, statistics: this.#statistics }
  }

  /** Whether the run is the current one, or this process has reported its end. */
  knows(runId: string): boolean {
    return this.#record.knows(runId)
  }

  /** The run that the start with that order began, even if it has ended. */
  startedBy(order: number): StartedRun | undefined {
    const { started } = this.#record.state
    return started?.order === order ? started.run : undefined
  }

  async start(spec: InstanceSpec, order: number, { disks, user, efi, sshPort }: MachineStart): Promise<StoredRun> {
    await this.check()
    if (this.run) return this.run
    const startedAt = this.#parts.work.clock.now()
    const run = { ...newRun(), startedAt, ...occupiedResources(spec), user, sshPort, process: null, network: null }
    const machineOrder = orderOf(spec, disks, { ...run, firmware: efi ? 'efi' : 'bios' })
    await this.#step(() => this.#folder.create())
    await this.#step(() => this.#folder.writeSpec(spec))
    await this.#step(() => this.guest.forget())
    await this.#step(() => this.#folder.qemu.prepare(cidataImage(spec), disks, user !== null))
    if (efi) await this.#step(() => this.#folder.qemu.prepareEfi(efi.variables))
    this.#spec = spec
    await this.#record.begin(run)
    let process: StartedProcess | undefined
    let network: ProcessId | null = null
    try {
      process = await this.#step(() => this.#parts.processes.start(machineOrder))
      network = await this.#step(() => this.#folder.readNetworkProcess())
      await this.#record.store({ run: { ...run, process, network } })
      await this.#qemu.connect(process)
      await this.#statistics.countLatencies(run.volumeIds)
      const running = { ...run, process, network, bootedAt: new Date() }
      // First: what has executed is not undone, and without space for its record it would be.
      await this.#record.store({
        run: running,
        phase: 'running',
        started: { order, run: { ...machineRun(running), sledId: running.sledId } },
      })
      await this.#qemu.go()
      return running
    } catch (caught) {
      const error = permanentOf(caught)
      if (this.#parts.work.ended) throw error
      await this.#end.undoStart({ ...run, process: process ?? null })
      if (error instanceof PlatformError || isNoSpace(error)) throw error
      const reason = (await this.#folder.messages('qemuLog')).trim() || (error as Error).message
      throw new PlatformError('permanent', `The machine did not start: ${reason.slice(-1000)}`, error)
    }
  }

  /** Ends the run: by the guest's shutdown within the given time, else at once. */
  async stop(graceMs = this.#parts.stopMs): Promise<void> {
    const { run } = this
    if (!run) return this.check()
    await this.#record.save({ phase: 'ending' })
    await this.#qemu.powerDown(run.process, graceMs, this.powerOffs)
    await this.#qemu.end(run.process)
    await this.#end.ended()
    this.serial.hangUp()
  }

  async reboot(request: string): Promise<StoredRun> {
    const { run } = this
    if (!run) throw new PlatformError('gone', 'The machine does not run')
    const next = await this.#reboots.reboot(run, request)
    if (next) return next
    await this.check()
    throw new PlatformError('gone', 'The machine failed while it was restarting')
  }

  /** Pauses a machine whose disks grow on a full storage, until there is room. */
  async pause(): Promise<void> {
    if (this.run) await this.#qemu.pause()
    await this.check()
  }

  /** Ends the run at once and deletes the machine's folder. */
  async release(): Promise<void> {
    const { run } = this.#record.state
    if (run) await this.#end.endProcess(run)
    this.#record.forget()
    this.serial.hangUp(new PlatformError('gone', 'The machine was released'))
    await this.#step(() => this.#parts.processes.clear(this.id))
    await this.#step(() => this.#folder.remove())
  }

  /**
   * Adopts the machine after a restart of the server. Rejects as long as it is unknown what the machine holds. A QEMU
   * that does not answer holds up nothing: `inspect` has it checked again.
   */
  async adopt(): Promise<void> {
    await this.#record.load()
    await this.#step(() => this.#folder.qemu.load())
    this.#spec = await this.#step(() => this.#folder.readSpec())
    const { run, phase } = this.#record.state
    if (!run) return this.#end.clear()
    // The process has ended, or belongs to the folder of which this one is a copy.
    if (run.process && !(await this.#step(() => this.#parts.processes.owns(this.id, run.process!))))
      return phase === 'starting' ? this.#end.ended() : this.#end.failed(run.runId)
    await this.check().catch(() => {})
    if (!this.run) return
    await this.guest.adopt()
    void this.guest.thaw().catch(() => {})
    if (phase === 'ending') await this.#record.save({ phase: 'running' })
  }

  /** Finds out whether the machine still runs, and reports it if it does not. Finishes an interrupted reboot. */
  async check(): Promise<void> {
    this.#isChecked = false
    if (!this.#record.isStored) await this.#record.settle()
    const { run, phase } = this.#record.state
    if (run && phase === 'starting') await this.#end.undoStart(run)
    else if (run?.process) {
      const status = isAlive(run.process) ? await this.#qemu.status(run.process) : 'ended'
      if (status === undefined) return
      await this.#follow(run, run.process, status)
    }
    this.#isChecked = true
  }

  /** Acts on the machine's status: that of QEMU, or that its process has ended. */
  async #follow(run: StoredRun, process: StartedProcess, status: string): Promise<void> {
    const hasFailed = status === 'ended' || status === 'internal-error'
    if (!hasFailed && this.#record.state.phase === 'rebooting') return this.#reboots.resume(run)
    if (!hasFailed && status !== 'shutdown') return this.#watch.look(run, status)
    await this.#qemu.end(process)
    await (hasFailed ? this.#end.failed(run.runId) : this.#end.poweredOff(run.runId))
  }

  /** Cheap, since it is called for every machine regularly. Resolves to whether `check` has something to do. */
  async inspect(): Promise<boolean> {
    const { run, phase } = this.#record.state
    const isDue = !this.#record.isStored || !this.#isChecked || (run !== null && phase !== 'running')
    if (!run?.process) return isDue
    await this.serial.free()
    await this.#folder.freeMessages()
    void this.guest.thaw().catch(() => {})
    return isDue || !this.#qemu.connected || !isAlive(run.process) || this.#watch.hasNews(run)
  }

  /** Reports the end of a run that the caller has on record and that is not the current one. */
  async reportMissing(runId: string): Promise<void> {
    const { run } = this
    const about = { instanceId: this.id, runId }
    // As when the caller is a database from a backup.
    if (run) return this.#record.report({ kind: 'instance-rebooted', ...about, next: machineRun(run) })
    await this.#record.report({ kind: 'instance-failed', ...about, reason: 'The host does not have this run' })
  }

  /** Leaves the machine as it is. */
  leave(): void {
    this.#qemu.close()
    this.serial.hangUp(new PlatformError('transient', 'The platform is closing'))
    this.display.leave()
  }

  /** Queues work on a noticed change. If it fails, the next inspection notices the change again. */
  async #later(name: string, work: () => Promise<void>): Promise<void> {
    if (!this.#parts.work.ended) await this.#parts.work.enqueue(this.id, name, undefined, work).catch(() => {})
  }

  #step<T>(work: () => T | Promise<T>): Promise<T> {
    return this.#parts.work.step(work)
  }
}

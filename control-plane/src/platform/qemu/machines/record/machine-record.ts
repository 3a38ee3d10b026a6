import { isNoSpace } from '../../../../file-system/no-space.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import type { InstanceChange } from '../../../interface/platform.ts'
import type { Work } from '../../base/work.ts'
import type { MachineFolder } from './machine-folder.ts'
import {
  type MachineEvent,
  type MachineState,
  newRun,
  machineRun,
  stateOfStopped,
  type StoredRun,
} from './machine-state.ts'

export interface MachineRecordParts {
  machineId: string
  folder: MachineFolder
  work: Work
  /** Passes an event on; `onStored` is called once a listener has stored it. */
  emit(event: MachineEvent, onStored: () => void): void
  /** Queues work on the machine. */
  later(name: string, work: () => Promise<void>): void
}

/**
 * The state of a machine and its events. Each change is stored in its folder before it is visible, as long as there is
 * space: a machine ends without any. A later process then finds that the run on record has no process. A run begins
 * only once it is stored, or a later process would not know it.
 */
export class MachineRecord {
  readonly #parts: MachineRecordParts
  #state: MachineState = stateOfStopped()
  #isStored = true
  /** The last run that the guest has rebooted. While there is no space for the next one, it goes on. */
  #rebooted: string | undefined
  /** Runs whose end was reported. */
  readonly #reported = new Set<string>()

  constructor(parts: MachineRecordParts) {
    this.#parts = parts
  }

  get state(): MachineState {
    return this.#state
  }

  /** User of the machine's process. */
  get user(): number {
    return this.#state.run?.user ?? process.getuid!()
  }

  /** Whether the run is the current one, or this process has reported its end. */
  knows(runId: string): boolean {
    return this.#state.run?.runId === runId || this.#reported.has(runId)
  }

  /** Loads the record of an earlier process, and passes on events that are not stored yet. */
  async load(): Promise<void> {
    this.#state = await this.#parts.work.step(() => this.#parts.folder.readState())
    for (const event of this.#state.events) this.#pass(event)
  }

  /** False while there is no space for a change: see `settle`. */
  get isStored(): boolean {
    return this.#isStored && !this.#rebootIsDue
  }

  get #rebootIsDue(): boolean {
    return this.#rebooted !== undefined && this.#rebooted === this.#state.run?.runId
  }

  /** Stores what found no space, if there is some by now. */
  async settle(): Promise<void> {
    if (!this.#isStored) await this.save({})
    if (this.#isStored && this.#rebootIsDue) await this.reportReboot()
  }

  /** Forgets all, for a machine whose folder is removed. */
  forget(): void {
    this.#state = stateOfStopped()
    this.#isStored = true
  }

  /** Changes the state, even without space to store it. */
  async save(change: Partial<MachineState>): Promise<void> {
    try {
      await this.store(change)
    } catch (error) {
      if (!isNoSpace(error)) throw error
      this.#state = { ...this.#state, ...change }
      this.#isStored = false
    }
  }

  /** Changes the state. Rejects if there is no space to store it. */
  async store(change: Partial<MachineState>): Promise<void> {
    const { folder, work } = this.#parts
    const state = { ...this.#state, ...change }
    await work.step(async () => {
      await folder.create()
      await folder.writeState(state)
    })
    this.#state = state
    this.#isStored = true
  }

  /** Begins a run. Only events remain of an earlier one. No process is started that no file would record. */
  begin(run: StoredRun): Promise<void> {
    const { events } = this.#state
    return this.store({ ...stateOfStopped(), events, run, phase: 'starting' })
  }

  /** Stores the run after a requested reboot, which then can begin without space. Rejects if there is none. */
  async prepareReboot(request: string): Promise<void> {
    const { folder, work } = this.#parts
    const { phase, rebootRequest, requests } = this.#state
    if (phase === 'rebooting' && rebootRequest === request && folder.hasNextState) return
    const next = { ...this.#state, ...this.#afterReboot(), requests: [...requests, request] }
    await work.step(() => folder.writeState(next, 'nextRun'))
    await this.store({ phase: 'rebooting', rebootRequest: request })
  }

  /** Begins the run that `prepareReboot` has stored. Some file systems may need space even for that. */
  async beginPrepared(): Promise<StoredRun> {
    const { folder, work } = this.#parts
    const { events } = this.#state
    try {
      this.#state = { ...(await work.step(() => folder.beginNextState())), events }
    } catch (error) {
      throw isNoSpace(error) ? new PlatformError('transient', 'The reboot waits for space', error) : error
    }
    const run = { ...this.#state.run!, bootedAt: new Date() }
    await this.save({ run })
    return run
  }

  /** Begins the next run after a reboot by the guest, with its event. Without space the run goes on until there is. */
  async reportReboot(): Promise<void> {
    const { runId } = this.#state.run!
    this.#rebooted = runId
    const change = this.#afterReboot()
    const about = { kind: 'instance-rebooted', instanceId: this.#parts.machineId, runId } as const
    const event = { ...about, next: machineRun(change.run), id: crypto.randomUUID() }
    try {
      await this.store({ ...change, events: [...this.#state.events, event] })
    } catch (error) {
      if (isNoSpace(error)) return
      throw error
    }
    this.#pass(event)
  }

  /** Stores a change of the state with its event, and passes the event on. */
  async report(change: InstanceChange, state: Partial<MachineState> = {}): Promise<void> {
    const event = { ...change, id: crypto.randomUUID() }
    await this.save({ ...state, events: [...this.#state.events, event] })
    this.#pass(event)
  }

  #afterReboot(): Partial<MachineState> & { run: StoredRun } {
    const { run, earlierRuns } = this.#state
    const next = { ...run!, ...newRun() }
    return { run: next, phase: 'running', rebootRequest: null, earlierRuns: [...earlierRuns, run!.runId] }
  }

  #pass(event: MachineEvent): void {
    this.#reported.add(event.runId)
    this.#parts.emit(event, () =>
      this.#parts.later(`stored ${event.id}`, async () => {
        const { events } = this.#state
        if (events.includes(event)) await this.save({ events: events.filter((one) => one !== event) })
      }),
    )
  }
}

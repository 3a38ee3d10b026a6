import type { InstanceChange } from '../../interface/platform.ts'
import { isNoSpace } from '../base/errors.ts'
import type { Work } from '../base/work.ts'
import {
  type MachineEvent,
  type MachineFolder,
  type MachineState,
  stateOfStopped,
  type StoredRun,
} from './machine-state.ts'

export interface MachineRecordParts {
  folder: MachineFolder
  work: Work
  /** Passes an event on; `onStored` is called once a listener has stored it. */
  emit(event: MachineEvent, onStored: () => void): void
  /** Queues work on the machine. */
  later(name: string, work: () => Promise<void>): void
}

/**
 * The state of a machine and its events. Each change is stored in its folder before it is visible, as long as there is
 * space: a machine ends without any. A later process then finds that the run on record has no process.
 */
export class MachineRecord {
  readonly #parts: MachineRecordParts
  #state: MachineState = stateOfStopped()
  #isStored = true
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

  /** False while there is no space for the last change, which is then only in memory. */
  get isStored(): boolean {
    return this.#isStored
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

  /** Records that a requested reboot is done. */
  async rebooted(next: StoredRun): Promise<StoredRun> {
    const { run, rebootRequest, requests, earlierRuns } = this.#state
    await this.save({
      run: next,
      phase: 'running',
      rebootRequest: null,
      requests: rebootRequest === null ? requests : [...requests, rebootRequest],
      earlierRuns: [...earlierRuns, run!.runId],
    })
    return next
  }

  /** Stores a change of the state with its event, and passes the event on. */
  async report(change: InstanceChange, state: Partial<MachineState> = {}): Promise<void> {
    const event = { ...change, id: crypto.randomUUID() }
    await this.save({ ...state, events: [...this.#state.events, event] })
    this.#pass(event)
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

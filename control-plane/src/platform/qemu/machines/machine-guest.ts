import { access, rm, writeFile } from 'node:fs/promises'
import type { GuestReport } from '../../instances.ts'
import { PlatformError } from '../../platform-error.ts'
import type { Work } from '../work.ts'
import { GuestAgent } from './guest-agent.ts'
import type { MachineSocket } from './machine-socket.ts'
import type { QemuControl } from './qemu-control.ts'
import { QmpError } from './qmp-client.ts'

/** QEMU's name of the agent's end of its port. */
export const AGENT = 'agent'

export interface MachineGuestParts {
  qemu: QemuControl
  work: Work
  /** The agent's port. */
  socket: MachineSocket
  /** A file that is there while file systems may be frozen, also for a later process. */
  markPath: string
}

/**
 * The system in a running machine, by its guest agent. File systems are frozen for moments, and thawed for certain: while
 * the mark is there, it is tried again and again.
 */
export class MachineGuest {
  readonly #parts: MachineGuestParts
  readonly #agent: GuestAgent
  /** Works that are done on frozen file systems. */
  #holders = 0
  #marked = false
  #thawing: Promise<void> | undefined

  constructor(parts: MachineGuestParts) {
    this.#parts = parts
    this.#agent = new GuestAgent(parts.socket)
  }

  /** Null where no agent listens. Rejects with `transient` where one does not answer. */
  async report(): Promise<GuestReport | null> {
    return (await this.#hasAgent()) ? this.#parts.work.step(() => this.#agent.read()) : null
  }

  /** Does work while nothing writes to file systems, if the guest's agent can see to that. */
  async frozen<T>(work: () => Promise<T>): Promise<T> {
    this.#holders++
    try {
      await this.#freeze().catch(goOn)
      return await work()
    } finally {
      this.#holders--
      await this.thaw().catch(goOn)
    }
  }

  /** Whether file systems may be frozen without a reason. */
  get mayBeFrozen(): boolean {
    return this.#marked && this.#holders === 0
  }

  /** Rejects with `transient` unless it is certain that they are not. */
  thaw(): Promise<void> {
    if (!this.mayBeFrozen) return Promise.resolve()
    this.#thawing ??= this.#thaw().finally(() => (this.#thawing = undefined))
    return this.#thawing
  }

  /** Continues with what an earlier process has left. */
  async adopt(): Promise<void> {
    this.#marked = await access(this.#parts.markPath).then(
      () => true,
      () => false,
    )
  }

  /** A new run begins, in which nothing is frozen. */
  async forget(): Promise<void> {
    this.#marked = false
    await rm(this.#parts.markPath, { force: true })
  }

  async #freeze(): Promise<void> {
    if (!(await this.#hasAgent())) return
    const { work, markPath } = this.#parts
    await work.step(() => writeFile(markPath, ''))
    this.#marked = true
    await work.step(() => this.#agent.freeze())
  }

  async #thaw(): Promise<void> {
    if (!(await this.#hasAgent())) throw new PlatformError('transient', 'The guest has no agent now')
    await this.#parts.work.step(() => this.#agent.thaw())
    if (this.#holders === 0) await this.#parts.work.step(() => this.forget())
  }

  /** Whether a program in the guest has opened the port. */
  async #hasAgent(): Promise<boolean> {
    try {
      const ports = await this.#parts.qemu.execute('query-chardev')
      return ports.some((port) => port.label === AGENT && port['frontend-open'])
    } catch (error) {
      if (!(error instanceof QmpError)) throw error
      throw new PlatformError('transient', `The machine does not answer: ${error.message}`, error)
    }
  }
}

/** A snapshot without frozen file systems is as after a power failure. */
function goOn(error: unknown): void {
  if (!(error instanceof PlatformError)) throw error
}

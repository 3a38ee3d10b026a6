import { rm, writeFile } from 'node:fs/promises'
import type { GuestReport } from '../../../interface/instances.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import { isThere } from '../../base/is-there.ts'
import type { Work } from '../../base/work.ts'
import type { MachineSocket } from '../files/machine-socket.ts'
import { AGENT } from '../process/command-line.ts'
import type { QemuControl } from '../process/qemu-control.ts'
import { QmpError } from '../qmp/qmp-client.ts'
import { GuestAgent } from './guest-agent.ts'

export interface MachineGuestParts {
  qemu: QemuControl
  work: Work
  /** The agent's port. */
  socket: MachineSocket
  /** Path of a file that exists while file systems may be frozen, so that a later process knows it too. */
  markPath: string
}

/**
 * The system in a running machine, by its guest agent. File systems are frozen for moments only, and thawing is retried
 * while the mark exists, until it has succeeded.
 */
export class MachineGuest {
  readonly #parts: MachineGuestParts
  readonly #agent: GuestAgent
  /** Number of works that need frozen file systems at the moment. */
  #holders = 0
  #marked = false
  #thawing: Promise<void> | undefined

  constructor(parts: MachineGuestParts) {
    this.#parts = parts
    this.#agent = new GuestAgent(parts.socket)
  }

  /** A report by the guest's agent; null if none listens. Rejects with `transient` if one does not answer. */
  async report(): Promise<GuestReport | null> {
    return (await this.#hasAgent()) ? this.#parts.work.step(() => this.#agent.read()) : null
  }

  /** Runs work with frozen file systems, if the guest's agent can freeze them. */
  async frozen<T>(work: () => Promise<T>): Promise<T> {
    this.#holders++
    try {
      await this.#freeze().catch(ignorePlatformError)
      return await work()
    } finally {
      this.#holders--
      await this.thaw().catch(ignorePlatformError)
    }
  }

  /** Whether file systems may be frozen although no work needs it. */
  get mayBeFrozen(): boolean {
    return this.#marked && this.#holders === 0
  }

  /** Thaws file systems. Rejects with `transient` unless it is certain that none is frozen. */
  thaw(): Promise<void> {
    if (!this.mayBeFrozen) return Promise.resolve()
    this.#thawing ??= this.#thaw().finally(() => (this.#thawing = undefined))
    return this.#thawing
  }

  /** Takes over the mark of an earlier process. */
  async adopt(): Promise<void> {
    this.#marked = await isThere(this.#parts.markPath)
  }

  /** Resets for a new run, in which nothing is frozen. */
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

/** Ignores a failed freeze: the snapshot is then like the disk after a power failure. */
function ignorePlatformError(error: unknown): void {
  if (!(error instanceof PlatformError)) throw error
}

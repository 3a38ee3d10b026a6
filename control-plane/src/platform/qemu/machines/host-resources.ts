import type { InstanceSpec } from '../../interface/instances.ts'
import { PlatformError } from '../../interface/platform-error.ts'
import type { Work } from '../base/work.ts'
import type { Machine } from './lifecycle/machine.ts'
import { freeHostPort } from './order/host-port.ts'
import type { MachineStart } from './order/machine-order.ts'
import type { MachineUser } from './users/machine-user.ts'
import type { NextUsers } from './users/next-users.ts'

const mebibytes = (bytes: number): string => `${Math.max(0, Math.floor(bytes / 2 ** 20))} MiB`

export interface HostResourcesParts {
  work: Work
  /** Memory for all machines together. */
  memoryBytes: number
  /** Users for the next machines. Null if all machines use one user. */
  users: NextUsers | null
  /** Whether a port of the host leads to each machine. */
  forwardsPorts: boolean
}

/** User and port of a machine that is being started. */
export type ReservedResources = Pick<MachineStart, 'user' | 'sshPort'>

/** Memory, users and ports of the host, of which each machine gets its own. */
export class HostResources {
  readonly #parts: HostResourcesParts
  readonly #machines: () => readonly Machine[]
  /** Memory of machines that are being started. */
  readonly #reserved = new Map<string, { memoryBytes: number }>()

  constructor(parts: HostResourcesParts, machines: () => readonly Machine[]) {
    this.#parts = parts
    this.#machines = machines
  }

  /**
   * Reserves memory for a machine that has none, and chooses its user and port, which its run holds once it is stored.
   * @throws `permanent` if there is not enough memory
   */
  async reserve({ id, memoryBytes }: InstanceSpec): Promise<ReservedResources & Disposable> {
    const user = await this.#nextUser()
    this.#requireMemory(id, memoryBytes)
    this.#reserved.set(id, { memoryBytes })
    const release = () => void this.#reserved.delete(id)
    try {
      return { user, sshPort: await this.#freePort(id), [Symbol.dispose]: release }
    } catch (error) {
      release()
      throw error
    }
  }

  #requireMemory(id: string, memoryBytes: number): void {
    const others = this.#others(id).filter((one) => !this.#reserved.has(one.id))
    const taken = [...others.flatMap(({ held }) => held ?? []), ...this.#reserved.values()]
    const free = this.#parts.memoryBytes - taken.reduce((sum, one) => sum + one.memoryBytes, 0)
    if (memoryBytes > free)
      throw new PlatformError('permanent', `The host has ${mebibytes(free)} of memory left for machines`)
  }

  async #nextUser(): Promise<MachineUser | null> {
    const { work, users } = this.#parts
    const taken = this.#machines().flatMap(({ held }) => held?.user ?? [])
    return users && work.step(() => users.next(new Set(taken)))
  }

  async #freePort(id: string): Promise<number | null> {
    if (!this.#parts.forwardsPorts) return null
    return freeHostPort(id, new Set(this.#others(id).flatMap(({ held }) => held?.sshPort ?? [])))
  }

  #others(id: string): Machine[] {
    return this.#machines().filter((one) => one.id !== id)
  }
}

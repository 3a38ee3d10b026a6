import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../../../file-system/if-missing.ts'
import type { CgroupName, Cgroups, Entrance, GroupLimits } from './cgroups.ts'

/** One slice for all machines: together they get the share of one, so enough remains for the host. */
const SLICE = 'skerry-machines.slice'

/** The systemd that manages a scope: the host's, or this user's. */
export type Manager = 'system' | 'user'

/**
 * Scopes of systemd. They are not part of the server's own unit, so they survive its end. systemd removes each scope
 * with its last process.
 */
export class SystemdScopes implements Cgroups {
  readonly #manager: Manager
  readonly #prefix: string
  readonly #slice: string | null

  /** @param prefix of the scopes of this data folder @param slice the cgroup with all scopes; null if it is not seen */
  constructor(manager: Manager, prefix: string, slice: string | null) {
    this.#manager = manager
    this.#prefix = prefix
    this.#slice = slice
  }

  async enter(name: CgroupName, limits: GroupLimits): Promise<Entrance> {
    // systemd may still have the scope of an earlier process.
    const unit = `${this.#prefix}-${name}-${randomBytes(4).toString('hex')}`
    const folder = this.#slice === null ? null : join(this.#slice, `${unit}.scope`)
    return { command: scopeCommand(this.#manager, unit, limits), folder }
  }

  async foldersOf(name: CgroupName): Promise<string[]> {
    const slice = this.#slice
    if (slice === null) return []
    const scopes = await readdir(slice).catch(ifMissing<string[]>([]))
    return scopes.filter((scope) => scope.startsWith(`${this.#prefix}-${name}-`)).map((scope) => join(slice, scope))
  }

  async remove(): Promise<void> {}
}

/** Replaces itself by the given program, which keeps the process id and the open files. */
export function scopeCommand(manager: Manager, unit: string, limits: GroupLimits): string[] {
  const { memoryBytes, cpus, weight, tasks } = limits
  const properties = [
    `MemoryMax=${memoryBytes}`,
    `MemorySwapMax=${memoryBytes}`,
    `CPUQuota=${cpus * 100}%`,
    `CPUWeight=${weight}`,
    `TasksMax=${tasks}`,
  ]
  return [
    // A service has no session, from which it would know the socket of its user's manager.
    ...(manager === 'user' ? ['env', `XDG_RUNTIME_DIR=/run/user/${process.getuid!()}`] : []),
    'systemd-run',
    `--${manager}`,
    '--scope',
    '--quiet',
    '--collect',
    '--no-ask-password',
    `--unit=${unit}`,
    `--slice=${SLICE}`,
    ...properties.map((property) => `--property=${property}`),
    '--',
  ]
}

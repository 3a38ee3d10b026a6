import { constants, existsSync, readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { runProgram } from '../base/run-program.ts'
import type { CgroupSettings } from './cgroup-settings.ts'
import { type Controller, controllers, networkLimits } from './cgroups.ts'
import { controllersIn, prepareGroups, SERVER_GROUP } from './own-groups.ts'
import { type Manager, scopeCommand } from './systemd-scopes.ts'

const SCOPE_MS = 30_000
const LIMIT_FILES = { memory: 'memory.max', cpu: 'cpu.max', pids: 'pids.max' } as const satisfies Record<
  Controller,
  string
>
/** Prints the parent of its own cgroup, if that is visible below the given folder, and its own limits. */
const READ_LIMITS = `
group=$(sed -n 's/^0:://p' /proc/self/cgroup)
if [ -e "$1$group/cgroup.events" ]; then echo "$1\${group%/*}"; else echo; fi
for file in ${controllers.map((one) => LIMIT_FILES[one]).join(' ')}; do cat "$1$group/$file" 2>/dev/null || echo max; done`

/** Facts about this process's cgroups, from the kernel and systemd. */
export interface CgroupHost {
  uid: number
  /** Mount point of cgroup v2; undefined if it is not mounted. */
  mount: string | undefined
  /** Path of this process's cgroup below the mount point, such as `/init.scope`. */
  own: string
  /** systemd started this host. */
  systemd: boolean
  /** systemd keeps this user's services running while the user is signed out. */
  lingers: boolean
}

/** A usable cgroup, in which nothing is created yet. */
export type FoundCgroups = { limits: readonly Controller[] } & (
  | { kind: 'scopes'; manager: Manager; slice: string | null }
  | { kind: 'groups'; above: string }
)

/** Finds out how machines can be limited here, or why they cannot. Changes nothing. */
export async function findCgroups(host: CgroupHost): Promise<FoundCgroups | { problem: string }> {
  if (!host.systemd) return findGroups(host)
  const scopes = await findScopes(host)
  // As root all groups can be written, but they are systemd's.
  if (!('problem' in scopes) || host.uid === 0) return scopes
  const groups = await findGroups(host)
  return 'problem' in groups ? { problem: `${scopes.problem}, and ${groups.problem}` } : groups
}

/**
 * Creates the cgroups that were found to be possible.
 * @param name of the group that contains the machines' groups, or the start of their scopes' names
 */
export async function openCgroups(found: FoundCgroups, name: string): Promise<CgroupSettings> {
  if (found.kind === 'scopes') {
    const { kind, manager, slice } = found
    return { kind, manager, slice, prefix: name }
  }
  return { kind: 'groups', ...(await prepareGroups(found.above, name)) }
}

/** The result of `findCgroups`, computed once per process: moving this process to another group would change it. */
export const cgroupsOfThisHost = (): ReturnType<typeof findCgroups> => (foundHere ??= findCgroups(thisCgroupHost()))
let foundHere: ReturnType<typeof findCgroups> | undefined

/** This process on this host. */
export function thisCgroupHost(): CgroupHost {
  const [, mount] = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/self/mounts', 'utf8')) ?? []
  const [, own] = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? []
  return {
    uid: process.getuid!(),
    mount,
    own: own ?? '/',
    systemd: existsSync('/run/systemd/system'),
    lingers: existsSync(`/var/lib/systemd/linger/${userName()}`),
  }
}

async function findScopes({ uid, mount, lingers }: CgroupHost): Promise<FoundCgroups | { problem: string }> {
  const manager = uid === 0 ? 'system' : 'user'
  // Without lingering systemd ends all scopes of a user who signs out, machines included.
  if (manager === 'user' && !lingers)
    return { problem: "systemd ends this user's scopes with the last session: loginctl enable-linger" }
  const [program, ...args] = scopeCommand(manager, `skerry-check-${process.pid}`, networkLimits)
  try {
    const { stdout } = await runProgram(program!, [...args, 'sh', '-c', READ_LIMITS, 'sh', mount ?? ''], {
      timeout: SCOPE_MS,
    })
    const [slice, ...values] = stdout.split('\n')
    return {
      kind: 'scopes',
      manager,
      slice: slice || null,
      limits: controllers.filter((_, at) => !values[at]!.startsWith('max')),
    }
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    const [reason] = (stderr?.trim() || message).split('\n')
    return { problem: `systemd makes no scope: ${reason}` }
  }
}

async function findGroups({ uid, mount, own }: CgroupHost): Promise<FoundCgroups | { problem: string }> {
  if (mount === undefined) return { problem: 'cgroup v2 is not mounted' }
  const isFirst = !existsSync(join(mount, 'cgroup.type'))
  const above = isFirst && uid === 0 ? mount : ownGroup(mount, own)
  if (above === undefined) return { problem: 'the cgroup of this process is not in the mounted ones' }
  const limits = await controllersIn(above, 'cgroup.controllers').catch(() => [])
  if (limits.length === 0)
    return { problem: `the cgroup ${above} limits neither memory nor CPUs (cgroup v1 is not used)` }
  for (const file of ['.', 'cgroup.procs', 'cgroup.subtree_control'])
    if (!(await isWritable(join(above, file)))) return { problem: `the cgroup ${above} is not this user's to write` }
  return { kind: 'groups', above, limits }
}

/** The cgroup in which this process was started, before it was moved to `SERVER_GROUP`. */
function ownGroup(mount: string, own: string): string | undefined {
  if (own.startsWith('/..')) return undefined
  const path = resolve(join(mount, own))
  return basename(path) === SERVER_GROUP ? dirname(path) : path
}

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  )

/** Name of the user; empty if it has none. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

const LIMITED: Record<Controller, string> = { memory: 'memory', cpu: 'CPUs', pids: 'processes' }
/** Effects of one machine on other machines and the host if this is not limited. */
const COSTS: Record<Controller, string> = {
  memory: 'one QEMU can use all memory',
  cpu: 'busy machines slow the host down',
  pids: 'one QEMU can use all process ids',
}

/** Text for operators: how machines are limited here, and the consequence of each missing limit. */
export function limitsText(found: FoundCgroups | { problem: string }): { found: string | undefined; cost: string } {
  if ('problem' in found) {
    const costs = controllers.map((one) => COSTS[one]).join(', ')
    return { found: undefined, cost: `${costs}: ${found.problem}` }
  }
  const where = found.kind === 'scopes' ? 'scopes of systemd, which outlive the server' : `cgroups in ${found.above}`
  const limited = found.limits.map((one) => LIMITED[one]).join(', ')
  const costs = controllers.filter((one) => !found.limits.includes(one)).map((one) => COSTS[one])
  return { found: [[limited, where].filter(Boolean).join(' by '), ...costs].join('; '), cost: '' }
}

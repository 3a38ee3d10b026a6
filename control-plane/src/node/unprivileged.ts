import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from './startup-error.ts'

/** Starts a program as `uid`, or as the present user where there is no need to change. */
export interface Account {
  uid?: number
  gid?: number
  spawn(program: string, args: string[], options: SpawnOptions): ChildProcess
}

const ordinary: Account = { spawn }

/**
 * The account that may run a program which refuses root: the present user unless that is root, else the owner of
 * `folder` if it exists, else `postgres` or `nobody`. Throws StartupError where none of them can reach the files.
 */
export function accountFor(folder: string, program: string): Account {
  if (process.getuid?.() !== 0) return ordinary
  const { uid, gid } = ownerOf(folder) ?? idsOf('postgres') ?? idsOf('nobody') ?? noAccount()
  if (canReach(uid, gid, program, folder)) {
    return { uid, gid, spawn: (command, args, options) => spawn(command, args, { ...options, uid, gid }) }
  }
  const wrapper = keepingFileAccess(uid, gid)
  if (!wrapper) {
    throw new StartupError(
      `PostgreSQL does not run as root, and user ${uid} cannot reach ${dirname(folder)}: start Skerry as an ordinary user, move it out of root's folders, or set DATABASE_URL`,
    )
  }
  const [setpriv, ...options] = wrapper
  return { uid, gid, spawn: (command, args, rest) => spawn(setpriv!, [...options, command, ...args], rest) }
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  if (!existsSync(folder)) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { uid, gid }
}

function idsOf(user: string): { uid: number; gid: number } | undefined {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function noAccount(): never {
  throw new StartupError(
    'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody" to run it',
  )
}

function canReach(uid: number, gid: number, program: string, folder: string): boolean {
  const quiet = { uid, gid, stdio: 'ignore' } as const
  return (
    spawnSync(program, ['--version'], quiet).status === 0 &&
    spawnSync('test', ['-x', existsSync(folder) ? folder : dirname(folder)], quiet).status === 0
  )
}

const DAC_OVERRIDE = 1n << 1n
const DAC_READ_SEARCH = 1n << 2n

/** Below a folder that is root's alone, the program keeps just the right to pass through folders, by util-linux's setpriv. */
function keepingFileAccess(uid: number, gid: number): string[] | undefined {
  if (process.platform !== 'linux' || spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status !== 0) return
  const held = BigInt('0x' + (/^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'))
  const capability = held & DAC_READ_SEARCH ? 'dac_read_search' : held & DAC_OVERRIDE ? 'dac_override' : undefined
  if (!capability) return
  const only = `-all,+${capability}`
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
  ]
}

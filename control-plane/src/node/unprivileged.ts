import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { StartupError } from './startup-error.ts'

/** The user of a program, for `spawn`: empty for the present one. */
export interface Account {
  uid?: number
  gid?: number
}

/**
 * The account for a program that refuses root: the present user unless that is root, else the owner of `folder` if it
 * exists, else the first there is of `skerry`, `postgres` and `nobody`. Throws StartupError where there is none.
 */
export function accountFor(folder: string): Account {
  if (process.getuid?.() !== 0) return {}
  const account = ownerOf(folder) ?? idsOf('skerry') ?? idsOf('postgres') ?? idsOf('nobody')
  if (account) return account
  throw new StartupError(
    'PostgreSQL does not run as root, and this machine has none of the users "skerry", "postgres" and "nobody" to run it',
  )
}

export const canRun = (program: string, account: Account): boolean =>
  spawnSync(program, ['--version'], { ...account, cwd: '/', stdio: 'ignore' }).status === 0

/**
 * A folder as seen by a program of another user: its working directory, which root enters for it, so the folders above
 * may be closed to that user. Without /proc the path itself must be open.
 */
export function workplace(folder: string, account: Account): { cwd: string; path: string } {
  if (account.uid === undefined) return { cwd: '/', path: folder }
  if (process.platform === 'linux') return { cwd: folder, path: '/proc/self/cwd' }
  if (spawnSync('test', ['-x', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0)
    return { cwd: '/', path: folder }
  throw new StartupError(
    `PostgreSQL does not run as root, and user ${account.uid} cannot enter ${folder}: start Skerry as an ordinary user, or choose a folder outside of root's with SKERRY_DATA`,
  )
}

function ownerOf(folder: string): Account | undefined {
  if (!existsSync(folder)) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { uid, gid }
}

function idsOf(user: string): Account | undefined {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

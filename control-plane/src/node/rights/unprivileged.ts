import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { StartupError } from '../start/startup-error.ts'

/** The user of a program, for `spawn`: empty for the present one. */
export interface Account {
  uid?: number
  gid?: number
}

const USER = 'skerry'
/** Commands that create a user: of Debian and other systems with shadow, and of BusyBox. */
const MAKE_USER = [
  [
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/bin/false',
    USER,
  ],
  ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false', USER],
] as const

/**
 * The account for programs that refuse root: the present user unless that is root, else the owner of `folder` if it
 * exists, else the user `skerry`, which is created if missing. Throws StartupError if that fails.
 */
export function accountFor(folder: string): Account {
  if (process.getuid?.() !== 0) return {}
  return ownerOf(folder) ?? idsOf(USER) ?? madeUser()
}

/** The name of the account's user if other programs use that user too. */
export const sharedName = ({ uid }: Account): string | undefined =>
  ['postgres', 'nobody'].find((name) => uid !== undefined && idsOf(name)?.uid === uid)

function madeUser(): Account {
  // The exit status does not matter: another start may be creating the user at the same time.
  for (const [program, ...args] of MAKE_USER) {
    spawnSync(program, args, { cwd: '/', stdio: 'ignore' })
    const account = idsOf(USER)
    if (account) return account
  }
  throw new StartupError(
    `Skerry does not serve as root, and could not make the user "${USER}" that it becomes: run ${MAKE_USER[0].join(' ')}`,
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

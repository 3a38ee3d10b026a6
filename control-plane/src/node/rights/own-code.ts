import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reasonOf, StartupError } from '../start/startup-error.ts'

const program = fileURLToPath(new URL('../../../..', import.meta.url))
const [WRITE_GROUP, WRITE_OTHERS, STICKY] = [0o020, 0o002, 0o1000]

/** Users and groups that may change the code that root runs. */
interface Trusted {
  uids: readonly number[]
  gids: readonly number[]
}

/**
 * Requires that only root, or the user of sudo, may change the program: root runs it again at the next start. Even the
 * account that the server becomes may not.
 * @throws StartupError that names the file that others may change, or why that could not be checked
 */
export function requireOwnCode(account: { uid: number; gid: number }, dataFolder: string): void {
  const { uids, gids } = rootOrSudo()
  const trusted = {
    uids: uids.filter((id) => id !== account.uid),
    gids: gids.filter((id) => id !== account.gid),
  }
  const paths = [program, process.execPath]
  const folder = paths.flatMap(foldersAbove).find((path) => mayReplaceIn(statSync(path), trusted))
  if (folder !== undefined)
    throw new StartupError(
      `Other users than root may write to ${folder}, and so replace what root runs at the next start: run chown root:root ${folder} and chmod go-w ${folder}, move Skerry, or start it as an ordinary user`,
    )
  const file = firstWritable(paths, trusted, dataFolder)
  if (file !== undefined)
    throw new StartupError(
      `Other users than root may change ${file}, which root runs at the next start: run chown root:root ${file} and chmod go-w ${file}, and the same for what else is named then, or start Skerry as an ordinary user`,
    )
}

/**
 * For a server that stays root and writes to the data folder: requires that no other user may replace the folder or
 * change its content, except PostgreSQL's own folder.
 * @throws StartupError
 */
export function requireOwnData(dataFolder: string): void {
  const trusted = rootOrSudo()
  const folder = realpathSync(dataFolder)
  const others =
    (mayWrite(statSync(folder), trusted)
      ? folder
      : foldersAbove(folder).find((path) => mayReplaceIn(statSync(path), trusted))) ??
    readdirSync(folder)
      .filter((name) => !/^postgres(\.new|$)/.test(name))
      .map((name) => join(folder, name))
      .find((path) => !trusted.uids.includes(lstatSync(path).uid))
  if (others === undefined) return
  throw new StartupError(
    `The server would keep root's rights, and other users than root may change ${others}, where it writes: start it as the user who owns its data, or run chown root:root ${others} and chmod go-w ${others}, and the same for what else is named then`,
  )
}

export function rootOrSudo(): Trusted {
  const { SUDO_UID: uid = '0', SUDO_GID: gid = '0' } = process.env
  return { uids: [0, Number(uid)], gids: [0, Number(gid)] }
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path)
  return folder === path ? [] : [folder, ...foldersAbove(folder)]
}

function mayWrite({ uid, gid, mode }: Stats, { uids, gids }: Trusted): boolean {
  return !uids.includes(uid) || (mode & WRITE_OTHERS) !== 0 || ((mode & WRITE_GROUP) !== 0 && !gids.includes(gid))
}

/** In a sticky folder, such as /tmp, only the owners of the folder and of the entry may replace an entry. */
export function mayReplaceIn(folder: Stats, trusted: Trusted): boolean {
  return mayWrite(folder, trusted) && ((folder.mode & STICKY) === 0 || !trusted.uids.includes(folder.uid))
}

/** How often the program is looked through again because a file was deleted meanwhile. */
const TRIES = 5

/** Follows links: the permissions of their targets count. */
function firstWritable(paths: string[], { uids, gids }: Trusted, dataFolder: string): string | undefined {
  const none = (test: string, ids: readonly number[]) => ids.flatMap((id) => ['!', test, `${id}`])
  const writable = [...none('-uid', uids), '-o', '-perm', '-o=w', '-o', '-perm', '-g=w', ...none('-gid', gids)]
  const others = ['-samefile', dataFolder, '-prune', '-o', '!', '-type', 'l', '(', ...writable, ')', '-print0', '-quit']
  let found: Buffer | undefined
  for (let tries = 0; tries < TRIES; tries++) {
    found = firstFound(['-L', ...paths, ...others])
    // What is deleted meanwhile has no permissions that find could read, so it is found.
    if (!found || existsSync(found)) break
  }
  return found?.toString()
}

/** The first path that find prints, in bytes: a name may have line breaks, and need not be UTF-8. */
function firstFound(args: string[]): Buffer | undefined {
  const { status, error, stderr, stdout } = spawnSync('find', args)
  const end = stdout?.indexOf(0) ?? -1
  if (end > 0) return stdout.subarray(0, end)
  if (status === 0) return undefined
  const reason = error ? reasonOf(error) : stderr.toString().trim().split('\n')[0]
  throw new StartupError(`Cannot see whether other users may change what root runs: find failed: ${reason}`)
}

import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlatformChoice } from '../../platform/choice/platform-choice.ts'
import type { DataFolder } from '../folder/data-folder.ts'
import { StartupError } from '../start/startup-error.ts'
import { giveFolder } from './given-folder.ts'
import { requireOwnCode, requireOwnData } from './own-code.ts'
import { accountFor, sharedName } from './unprivileged.ts'

interface Parts {
  platform: PlatformChoice
  data: DataFolder
  /** Path of the data folder for messages and other processes. Another folder may have taken its place. */
  dataFolder: string
  /** Called with the reason when the server cannot go on. */
  onLost(why: string): void
}

/**
 * As root: starts the platform's helper, gives the data folder to an ordinary user and becomes that user, so that no
 * code that answers requests runs as root. Returns a line for the operator, if there is something to report.
 */
export async function leaveRoot({ platform, data, dataFolder, onLost }: Parts): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined
  if (!platform.begin) {
    requireOwnData(data.path)
    return undefined
  }
  const account = accountOf(data.path)
  if (account === undefined) return undefined
  requireOwnCode(account, dataFolder)
  requireSeenProcesses(account)
  const closed = neededBy(account, dataFolder)
  if (closed !== undefined) {
    requireOwnData(data.path)
    return `the server keeps root's rights, because user ${account.uid} cannot read ${closed}: move Skerry and its data to folders that all may enter`
  }
  await platform.begin({ dataFolder: data.path, account, onLost })
  giveFolder(data, account)
  become(account)
  const shared = sharedName(account)
  return shared === undefined
    ? `the server runs as user ${account.uid}`
    : `the server runs as user ${shared}, who owns its data and is not its own: stop it and its machines, run adduser --system --group --no-create-home skerry and chown -R skerry: ${dataFolder}, and start it`
}

/** As root, for work on the database only: becomes the owner of the data folder, unless that is root. */
export function becomeOwner(data: DataFolder, dataFolder: string): void {
  if (process.getuid?.() !== 0) return
  const account = accountOf(data.path)
  const isTheirs = account !== undefined && statSync(data.path).uid === account.uid
  if (isTheirs && neededBy(account, dataFolder) === undefined) become(account)
  else requireOwnData(data.path)
}

interface OtherUser {
  uid: number
  gid: number
}

/**
 * The owner of the cluster, in a data folder of root: only root can have put a link to another user's database there.
 * In other data folders the folder's owner.
 */
function accountOf(dataFolder: string): OtherUser | undefined {
  const cluster = join(dataFolder, 'postgres')
  const isRoots = statSync(dataFolder).uid === 0
  const { uid, gid } = accountFor(isRoots && existsSync(cluster) ? cluster : dataFolder)
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

/** The first path that the server needs and that the account cannot reach. */
const neededBy = (account: OtherUser, dataFolder: string): string | undefined =>
  closedTo(account, { '-r': fileURLToPath(import.meta.url), '-x': dirname(dataFolder) })

function become({ uid, gid }: OtherUser): void {
  process.setgroups!([])
  process.setgid!(gid)
  process.setuid!(uid)
}

/** The server finds running machines in /proc, where each has its own user. */
function requireSeenProcesses(account: OtherUser): void {
  if (closedTo(account, { '-r': '/proc/1/stat' }) === undefined) return
  throw new StartupError(
    `/proc hides the processes of other users from user ${account.uid} (hidepid, or ProtectProc= of the service), so the server would take running machines for ended ones: mount /proc without hidepid, or remove ProtectProc=`,
  )
}

/** The first of these paths for which `test` with its option fails as that account. */
const closedTo = (account: OtherUser, paths: Record<string, string>): string | undefined =>
  Object.entries(paths).find(
    (args) => spawnSync('test', args, { ...account, cwd: '/', stdio: 'ignore' }).status !== 0,
  )?.[1]

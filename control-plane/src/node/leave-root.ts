import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DataFolder } from './data-folder.ts'
import type { PlatformChoice } from '../platform/platform-choice.ts'
import { giveFolder } from './given-folder.ts'
import { requireOwnCode, requireOwnData } from './own-code.ts'
import { StartupError } from './startup-error.ts'
import { accountFor, sharedName } from './unprivileged.ts'

interface Parts {
  platform: PlatformChoice
  data: DataFolder
  /** Its name, for messages and other processes. Something else may be there by now. */
  dataFolder: string
  /** Called with the reason when the server cannot go on. */
  onLost(why: string): void
}

/**
 * As root: begins what needs root's rights, gives the data folder to an ordinary user and goes on as that user, so that
 * nothing that answers requests is root. Returns what an operator should know about that, if anything.
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

/** As root, for work on the database alone: goes on as the user who has the data folder, if it is not root's. */
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

/** The owner of the data folder decides: only root puts links to another user's database into a folder of root. */
function accountOf(dataFolder: string): OtherUser | undefined {
  const cluster = join(dataFolder, 'postgres')
  const isRoots = statSync(dataFolder).uid === 0
  const { uid, gid } = accountFor(isRoots && existsSync(cluster) ? cluster : dataFolder)
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

/** What the server needs and that user cannot reach. */
const neededBy = (account: OtherUser, dataFolder: string): string | undefined =>
  closedTo(account, { '-r': fileURLToPath(import.meta.url), '-x': dirname(dataFolder) })

function become({ uid, gid }: OtherUser): void {
  process.setgroups!([])
  process.setgid!(gid)
  process.setuid!(uid)
}

/** Whether a machine runs is seen in /proc, where each has another user. */
function requireSeenProcesses(account: OtherUser): void {
  if (closedTo(account, { '-r': '/proc/1/stat' }) === undefined) return
  throw new StartupError(
    `/proc hides the processes of other users from user ${account.uid} (hidepid, or ProtectProc= of the service), so the server would take running machines for ended ones: mount /proc without hidepid, or remove ProtectProc=`,
  )
}

/** The first of these paths that the account cannot use as `test` says. */
const closedTo = (account: OtherUser, paths: Record<string, string>): string | undefined =>
  Object.entries(paths).find(
    (args) => spawnSync('test', args, { ...account, cwd: '/', stdio: 'ignore' }).status !== 0,
  )?.[1]

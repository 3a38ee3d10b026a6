import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlatformChoice } from '../platform/platform-choice.ts'
import { giveFolder } from './given-folder.ts'
import { requireOwnCode } from './own-code.ts'
import { StartupError } from './startup-error.ts'
import { accountFor, sharedName } from './unprivileged.ts'

interface Parts {
  platform: PlatformChoice
  dataFolder: string
  /** Called with the reason when the server cannot go on. */
  onLost(why: string): void
}

/**
 * As root: begins what needs root's rights, gives the data folder to an ordinary user and goes on as that user, so that
 * nothing that answers requests is root. Returns what an operator should know about that, if anything.
 */
export async function leaveRoot({ platform, dataFolder, onLost }: Parts): Promise<string | undefined> {
  if (!platform.begin || process.getuid?.() !== 0) return undefined
  const cluster = join(dataFolder, 'postgres')
  const { uid, gid } = accountFor(existsSync(cluster) ? cluster : dataFolder)
  if (uid === undefined || gid === undefined) return undefined
  const account = { uid, gid }
  requireOwnCode(account, dataFolder)
  requireSeenProcesses(account)
  const closed = closedTo(account, { '-r': fileURLToPath(import.meta.url), '-x': dirname(dataFolder) })
  if (closed !== undefined)
    return `the server keeps root's rights, because user ${uid} cannot read ${closed}: move Skerry and its data to folders that all may enter`
  await platform.begin({ dataFolder, account, onLost })
  giveFolder(dataFolder, account)
  process.setgroups!([])
  process.setgid!(gid)
  process.setuid!(uid)
  const shared = sharedName(account)
  return shared === undefined
    ? `the server runs as user ${uid}`
    : `the server runs as user ${shared}, who owns its data and is not its own: stop it and its machines, run adduser --system --group --no-create-home skerry and chown -R skerry: ${dataFolder}, and start it`
}

/** Whether a machine runs is seen in /proc, where each has another user. */
function requireSeenProcesses(account: { uid: number; gid: number }): void {
  if (closedTo(account, { '-r': '/proc/1/stat' }) === undefined) return
  throw new StartupError(
    `/proc hides the processes of other users from user ${account.uid} (hidepid, or ProtectProc= of the service), so the server would take running machines for ended ones: mount /proc without hidepid, or remove ProtectProc=`,
  )
}

/** The first of these paths that the account cannot use as `test` says. */
const closedTo = (account: { uid: number; gid: number }, paths: Record<string, string>): string | undefined =>
  Object.entries(paths).find(
    (args) => spawnSync('test', args, { ...account, cwd: '/', stdio: 'ignore' }).status !== 0,
  )?.[1]

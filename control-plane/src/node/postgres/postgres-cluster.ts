import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync } from 'node:fs'
import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DurableFiles, durable } from '../../file-system/durable-files.ts'
import { readPlainFile } from '../../file-system/plain-file.ts'
import { type Account, workplace } from '../rights/unprivileged.ts'
import { PostgresNotStarted, reasonOf, StartupError } from '../start/startup-error.ts'
import type { Programs } from './postgres-programs.ts'

export const databaseUser = 'skerry'

/**
 * Creates the cluster in `folder` if it is missing, and admits only the operating system user that runs this process.
 */
export async function prepareCluster(folder: string, { initdb }: Programs, account: Account): Promise<void> {
  if (!isCluster(folder)) await createCluster(folder, initdb, account)
  const own = async (name: string, text: string) => {
    const file = join(folder, name)
    // An unchanged file is not rewritten: a full file system has no room for a draft.
    if (readPlainFile(file) !== text) await durable(file, text)
  }
  await own('pg_hba.conf', 'local all all peer map=skerry\n')
  await own('pg_ident.conf', `skerry "${presentUser()}" ${databaseUser}\n`)
}

/** Throws StartupError when another major version of PostgreSQL wrote the cluster: its files cannot be read. */
export function requireVersion(folder: string, major: string): void {
  const found = readPlainFile(join(folder, 'PG_VERSION'))?.trim()
  if (found !== major) {
    throw new StartupError(
      `${folder} was written by PostgreSQL ${found} and this Skerry has ${major}: see "Upgrading PostgreSQL" in docs/operating/data.md`,
    )
  }
}

const isCluster = (folder: string) => existsSync(join(folder, 'PG_VERSION'))

/**
 * Runs initdb in a folder beside the final one and renames it when complete, so an interrupted initdb leaves nothing in
 * the way, even while it still runs. Of two concurrent starts, the first to finish provides the cluster.
 */
async function createCluster(folder: string, initdb: string, account: Account): Promise<void> {
  const draft = makeDraft(folder, account)
  try {
    await runInitdb(folder, draft, initdb, account)
    await new DurableFiles().publish(draft, folder)
  } catch (error) {
    await removeDraft(draft, account).catch(() => undefined)
    if (!isCluster(folder)) throw error
  }
}

function makeDraft(folder: string, account: Account): string {
  try {
    const draft = mkdtempSync(`${folder}.new-`)
    if (account.uid !== undefined) chownSync(draft, account.uid, account.gid!)
    return draft
  } catch (error) {
    throw new StartupError(`Cannot write to ${folder}: ${reasonOf(error)}`, error)
  }
}

/** Removes drafts of interrupted initdb runs beside `folder`, as the cluster's owner. */
export async function removeDrafts(folder: string, account: Account): Promise<void> {
  const left = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.new`))
  // An orphaned initdb may still be writing to its draft: then it is removed at the next start.
  for (const name of left) await removeDraft(join(dirname(folder), name), account).catch(() => undefined)
}

/** The content is deleted as the draft's owner, who may have put links there; root only removes the empty folder. */
async function removeDraft(draft: string, account: Account): Promise<void> {
  if (!(await lstat(draft)).isDirectory()) return rm(draft)
  const emptying = spawn('find', ['.', '-mindepth', '1', '-delete'], { ...account, cwd: draft, stdio: 'ignore' })
  await once(emptying, 'close')
  await rmdir(draft)
}

async function runInitdb(folder: string, draft: string, initdb: string, account: Account): Promise<void> {
  const { cwd, path } = workplace(draft, account)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = [`--pgdata=${path}`, `--username=${databaseUser}`, '--auth=peer', '--no-instructions', ...locale]
  const child = spawn(initdb, args, { ...account, cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  let problem = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (problem += text))
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', (error) => resolve(error.message)))
  if (code === 0) return
  throw new PostgresNotStarted(`PostgreSQL could not set up ${folder}: ${programMessage(problem) || code}`)
}

const mostBytes = 2000

/** The whole output of initdb on one line: the first line may be a mere symptom, and the last reports the clean-up. */
const programMessage = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^initdb: removing .*data directory/.test(line))
    .join('; ')
    .slice(0, mostBytes)

function presentUser(): string {
  try {
    return userInfo().username
  } catch {
    throw new StartupError(
      `User ${process.getuid?.()} has no name on this machine, which PostgreSQL needs: set DATABASE_URL`,
    )
  }
}

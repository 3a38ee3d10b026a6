import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync } from 'node:fs'
import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Disk, durable } from '../file-system/disk.ts'
import { readPlainFile } from '../file-system/plain-file.ts'
import type { Programs } from './postgres-programs.ts'
import { reasonOf, StartupError } from './startup-error.ts'
import { type Account, workplace } from './unprivileged.ts'

export const databaseUser = 'skerry'

/**
 * Makes the cluster in `folder` if it is not there yet, and lets in the present user of this machine and nobody else.
 */
export async function prepareCluster(folder: string, { initdb }: Programs, account: Account): Promise<void> {
  if (!isCluster(folder)) await createCluster(folder, initdb, account)
  const own = async (name: string, text: string) => {
    const file = join(folder, name)
    // A full file system has no room for a draft.
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
 * initdb works in a folder of its own beside the final place, which is moved there when whole: one that was cut short
 * leaves nothing in the way, even while it still runs. Where two start at once, the first one's cluster is it.
 */
async function createCluster(folder: string, initdb: string, account: Account): Promise<void> {
  const draft = makeDraft(folder, account)
  try {
    await runInitdb(folder, draft, initdb, account)
    await new Disk().publish(draft, folder)
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
    throw new StartupError(`Cannot write to ${folder}: ${reasonOf(error)}`)
  }
}

/** Removes what starts that were cut short left beside `folder`: for whoever owns the cluster. */
export async function removeDrafts(folder: string, account: Account): Promise<void> {
  const left = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.new`))
  // An initdb that nobody waits for may still be writing to one: then it goes at the next start.
  for (const name of left) await removeDraft(join(dirname(folder), name), account).catch(() => undefined)
}

/** What is in it goes as the user who has it and may put links there: root deletes no more than the empty folder. */
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
  throw new StartupError(`PostgreSQL could not set up ${folder}: ${messageOf(problem) || code}`)
}

const mostBytes = 2000

/** All that initdb said, on one line: its first line may be a symptom, and its last that it cleans up. */
const messageOf = (text: string): string =>
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

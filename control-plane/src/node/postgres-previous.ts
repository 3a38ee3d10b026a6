import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { databaseUser } from './postgres-cluster.ts'
import { StartupError } from './startup-error.ts'

/** Advisory lock of the process that owns the embedded PostgreSQL; the database releases it when the process dies. */
export const ownerLock = `select pg_advisory_lock(hashtext('skerry.owner'))`
const tryOwnerLock = `select pg_try_advisory_lock(hashtext('skerry.owner')) as free`

const waitMs = 60_000
/** PostgreSQL needs a moment to notice a killed client. */
const lockWaitMs = 2000

/**
 * Ends the PostgreSQL that a killed process left running on `folder`, and removes the stale pid file of a dead one.
 * Throws StartupError when another Skerry is alive on this folder.
 */
export async function endPrevious(folder: string, socket: string): Promise<void> {
  const mark = join(folder, 'postmaster.pid')
  const deadline = Date.now() + waitMs
  for (let pid = pidIn(mark); pid !== undefined; pid = pidIn(mark)) {
    if (!isPostgres(pid) || isElsewhere(pid, folder)) return rmSync(mark, { force: true })
    if (await isOrphan(folder, socket)) signal(pid)
    if (Date.now() > deadline) throw new StartupError(`PostgreSQL (process ${pid}) is still running on ${folder}`)
    await delay(20)
  }
}

function pidIn(mark: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(mark, 'utf8'), 10)
  } catch {
    return undefined
  }
}

/** The process id may belong to another program by now, after a crash or in a new container. */
function isPostgres(pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return false
  }
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return false
  }
}

/** Whether it surely works in another folder: this one is a copy of that. PostgreSQL works in its own folder. */
function isElsewhere(pid: number, folder: string): boolean {
  try {
    const [own, its] = [statSync(folder), statSync(`/proc/${pid}/cwd`)]
    return own.dev !== its.dev || own.ino !== its.ino
  } catch {
    return false
  }
}

/** Whether it answers and no process owns it. False while it starts up or shuts down. */
async function isOrphan(folder: string, socket: string): Promise<boolean> {
  const client = new Client({ user: databaseUser, host: socket, port: 5432, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (const deadline = Date.now() + lockWaitMs; ; await delay(50)) {
      const { rows } = await client.query<{ free: boolean }>(tryOwnerLock)
      if (rows[0]!.free) return true
      if (Date.now() > deadline) throw new StartupError(`Another Skerry is running on the data in ${folder}`)
    }
  } catch (error) {
    if (error instanceof StartupError) throw error
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** SIGINT is PostgreSQL's fast shutdown: it ends its sessions and writes its files clean. */
function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has just ended by itself.
  }
}

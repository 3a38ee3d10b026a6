import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPlainFile } from '../../file-system/plain-file.ts'
import { StartupError } from '../start/startup-error.ts'
import { type Processes, processesByProc, processesByPrograms } from './processes.ts'

const RETRY_MS = 20
const LIMITS = {
  /** Time for a clean stop. Afterwards PostgreSQL is stopped at once, and recovers at its next start. */
  cleanMs: 30_000,
  limitMs: 60_000,
}
const ofSystem = process.platform === 'linux' ? processesByProc : processesByPrograms

const MARK = 'postmaster.pid'
/** PostgreSQL refuses to start beside them while any process of its user has the number that they name. */
const LEFT = [MARK, '.s.PGSQL.5432.lock', '.s.PGSQL.5432']

/**
 * Stops the PostgreSQL that a killed server left running on `folder`, and removes the files that tell of it. The caller
 * has locked the folder, so no process uses that PostgreSQL; on a full file system it would not accept connections.
 * Throws StartupError when it does not stop.
 */
export async function endPrevious(folder: string, processes = ofSystem, limits = LIMITS): Promise<void> {
  await stopOrphan(folder, processes, limits)
  for (const name of LEFT) rmSync(join(folder, name), { force: true })
}

async function stopOrphan(folder: string, processes: Processes, { cleanMs, limitMs }: typeof LIMITS): Promise<void> {
  const mark = join(folder, MARK)
  const begin = performance.now()
  for (let pid = pidIn(mark), sent; pid !== undefined; pid = pidIn(mark)) {
    const isOurs = worksIn(folder, pid, processes)
    if (isOurs === false) return
    const passedMs = performance.now() - begin
    if (passedMs > limitMs) throw stillRunning(folder, pid, isOurs === true)
    const signal = passedMs > cleanMs ? 'SIGQUIT' : 'SIGINT'
    if (isOurs && sent !== signal) send(pid, (sent = signal))
    await delay(RETRY_MS)
  }
}

const stillRunning = (folder: string, pid: number, isOurs: boolean) =>
  new StartupError(
    isOurs
      ? `PostgreSQL (process ${pid}) is still running on ${folder}: end it`
      : `PostgreSQL (process ${pid}) may still be running on ${folder}, where this user cannot see it work: end it, or remove ${join(folder, MARK)} if that process is of another database`,
  )

/** NaN if the file does not begin with a number. */
function pidIn(mark: string): number | undefined {
  const text = readPlainFile(mark)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

/**
 * Whether that process is the PostgreSQL of this folder, by its name and its working directory: the number may belong to
 * another program by now, or this folder may be a copy. Undefined if the system does not tell. Its user says nothing:
 * the folder may have been given to another user while it ran.
 */
export function worksIn(folder: string, pid: number, processes: Processes): boolean | undefined {
  const own = statSync(folder, { bigint: true })
  try {
    if (!processes.nameOf(pid)?.includes('postgres')) return false
    const { dev, ino } = processes.workplaceOf(pid)
    return dev === own.dev && ino === own.ino
  } catch {
    return undefined
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has just exited by itself.
  }
}

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPlainFile } from '../file-system/plain-file.ts'
import { StartupError } from './startup-error.ts'

const RETRY_MS = 20
/** Time for a clean stop. Afterwards PostgreSQL is stopped at once, and recovers at its next start. */
const CLEAN_MS = 30_000
const LIMIT_MS = 60_000

/**
 * Stops the PostgreSQL that a killed server left running on `folder`, and removes a stale pid file. The caller has
 * locked the folder, so no process uses that PostgreSQL; on a full file system it would not accept connections. Throws
 * StartupError when it does not stop.
 */
export async function endPrevious(folder: string): Promise<void> {
  const mark = join(folder, 'postmaster.pid')
  const begin = performance.now()
  for (let pid = pidIn(mark), sent; pid !== undefined; pid = pidIn(mark)) {
    const isOurs = worksIn(folder, pid)
    if (isOurs === false) return rmSync(mark, { force: true })
    const passedMs = performance.now() - begin
    if (passedMs > LIMIT_MS) throw new StartupError(`PostgreSQL (process ${pid}) is still running on ${folder}: end it`)
    const signal = passedMs > CLEAN_MS ? 'SIGQUIT' : 'SIGINT'
    if (isOurs && sent !== signal) send(pid, (sent = signal))
    await delay(RETRY_MS)
  }
}

/** NaN if the file does not begin with a number. */
function pidIn(mark: string): number | undefined {
  const text = readPlainFile(mark)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

/**
 * Whether that process is the PostgreSQL of this folder, by its working directory: the number may belong to another
 * program by now, or this folder may be a copy. Undefined if the system does not tell.
 */
function worksIn(folder: string, pid: number): boolean | undefined {
  if (!nameOf(pid).includes('postgres')) return false
  try {
    const [own, its] = [statSync(folder), statSync(workplaceOf(pid))]
    return own.dev === its.dev && own.ino === its.ino
  } catch (error) {
    // A process that has exited but is still listed has no working directory.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? false : undefined
  }
}

const hasProc = process.platform === 'linux'

/** Name of the process's program; empty if there is no such process. */
function nameOf(pid: number): string {
  try {
    return hasProc ? readFileSync(`/proc/${pid}/comm`, 'utf8') : outputOf('ps', '-o', 'comm=', '-p', String(pid))
  } catch {
    return ''
  }
}

function workplaceOf(pid: number): string {
  if (hasProc) return `/proc/${pid}/cwd`
  const path = /^n(.+)$/m.exec(outputOf('lsof', '-a', '-d', 'cwd', '-p', String(pid), '-Fn'))?.[1]
  if (path === undefined) throw new Error(`lsof does not know process ${pid}`)
  return path
}

const outputOf = (program: string, ...args: string[]): string => execFileSync(program, args, { encoding: 'utf8' })

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has just exited by itself.
  }
}

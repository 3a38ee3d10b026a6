import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPlainFile } from '../file-system/plain-file.ts'
import { StartupError } from './startup-error.ts'

const RETRY_MS = 20
/** PostgreSQL writes its files clean meanwhile. Then it is ended without, and recovers at its start. */
const CLEAN_MS = 30_000
const LIMIT_MS = 60_000

/**
 * Ends the PostgreSQL that a killed process left running on `folder`, and removes the stale pid file of a dead one. The
 * caller has locked the folder, so no process uses what runs there. On a full file system it would answer no connection.
 * Throws StartupError when it does not end.
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

/** NaN where something else is in it. */
function pidIn(mark: string): number | undefined {
  const text = readPlainFile(mark)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

/**
 * Whether that process is the PostgreSQL of this very folder, in which it works: its number may be another program's by
 * now, and this folder a copy of the one where it works. Undefined where the system does not say.
 */
function worksIn(folder: string, pid: number): boolean | undefined {
  if (!nameOf(pid).includes('postgres')) return false
  try {
    const [own, its] = [statSync(folder), statSync(workplaceOf(pid))]
    return own.dev === its.dev && own.ino === its.ino
  } catch (error) {
    // A process that has ended, and is still listed, works nowhere.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? false : undefined
  }
}

const hasProc = process.platform === 'linux'

/** Empty where there is no such process. */
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
    // It has just ended by itself.
  }
}

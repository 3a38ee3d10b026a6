import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** A process. Its start time distinguishes it from a later one with the same number. */
export interface ProcessId {
  pid: number
  /** Ticks since the host's boot. */
  startTime: number
}

/** Positions in /proc/PID/stat, counted from the state, which follows the name. */
const [SESSION, START_TIME] = [3, 19]

/** Whether the process runs. A zombie, which its parent has not reaped yet, does not. */
export function isAlive({ pid, startTime }: ProcessId): boolean {
  return startTimeOf(pid) === startTime
}

/** The PID namespace of this process. Containers that share folders may have different ones. */
export const pidNamespace = (): number => statSync('/proc/self/ns/pid', { throwIfNoEntry: false })?.ino ?? 0

/** Start time of a process; undefined if it does not run. */
export function startTimeOf(pid: number): number | undefined {
  const fields = fieldsOf(readProcess(pid, 'stat'))
  // The main thread may have ended before the others.
  const runs = hasNotEnded(fields) || threadsOf(pid).some(hasNotEnded)
  return runs ? Number(fields[START_TIME]) : undefined
}

/** Whether one of its threads has that working directory. Only root and the process's user can see it. */
export function worksIn(pid: number, folder: string): boolean {
  const own = statSync(folder, { throwIfNoEntry: false })
  return namesIn(`/proc/${pid}/task`).some((thread) => {
    try {
      const its = statSync(`/proc/${pid}/task/${thread}/cwd`)
      return its.dev === own?.dev && its.ino === own.ino
    } catch {
      return false
    }
  })
}

/** Fields of /proc/PID/stat from the state on. The name before is in brackets, and may contain brackets and spaces. */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

const hasNotEnded = ([state]: readonly string[]): boolean => !['', 'Z', 'X'].includes(state!)

const threadsOf = (pid: number): string[][] =>
  namesIn(`/proc/${pid}/task`).map((thread) => fieldsOf(readOrEmpty(`/proc/${pid}/task/${thread}/stat`)))

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export function readProcess(pid: number, file: 'stat' | 'cmdline' | 'status'): string {
  return readOrEmpty(`/proc/${pid}/${file}`)
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** The other processes in a leader's session. The kernel reuses the number only after all of them have ended. */
export async function othersInSession(leader: ProcessId): Promise<number[]> {
  const session = `${leader.pid}`
  const found = await eachProcess('stat', (pid, stat) => (fieldsOf(stat)[SESSION] === session ? pid : undefined))
  // Still alive, so the session had this leader during the whole scan.
  return isAlive(leader) ? found.filter((pid) => pid !== leader.pid) : []
}

let nextScan: Promise<ReadonlySet<number>> | undefined
let lastScan: Promise<unknown> = Promise.resolve()

/** Users with a running process. One scan answers all callers that came before it. */
export function usersWithProcesses(): Promise<ReadonlySet<number>> {
  if (nextScan) return nextScan
  const scan = lastScan.then(() => {
    nextScan = undefined
    return scanUsers()
  })
  nextScan = scan
  lastScan = scan.catch(() => {})
  return scan
}

async function scanUsers(): Promise<ReadonlySet<number>> {
  const users = await eachProcess('status', (pid, status) => {
    // Other threads of an ended main thread may still run.
    const runs = !/^State:\t[ZX]/m.test(status) || startTimeOf(pid) !== undefined
    return runs ? userIn(status) : undefined
  })
  return new Set(users)
}

/** Reads a file of all processes without blocking the event loop. @returns the defined results */
export async function eachProcess<T>(
  file: 'stat' | 'cmdline' | 'status',
  read: (pid: number, text: string) => T | undefined,
): Promise<T[]> {
  const found: T[] = []
  for (const pid of pids()) {
    const text = await readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')
    const result = read(pid, text)
    if (result !== undefined) found.push(result)
  }
  return found
}

/** Ids of all processes. */
export const pids = (): number[] => namesIn('/proc').map(Number).filter(Boolean)

/** Kills a process, if it exists. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The real user of a process; undefined if it does not run. */
export const userOf = (pid: number): number | undefined => userIn(readProcess(pid, 'status'))

function userIn(status: string): number | undefined {
  const [, user] = /^Uid:\t(\d+)/m.exec(status) ?? []
  return user === undefined ? undefined : Number(user)
}

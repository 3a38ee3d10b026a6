import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** A process, told from a later one with the same number by its start. */
export interface ProcessId {
  pid: number
  /** In ticks since the host's boot. */
  startTime: number
}

/** Positions in /proc/PID/stat, counted from the state, which follows the name. */
const [SESSION, START_TIME] = [3, 19]

/** Whether the process runs. One that has ended and that its parent has not yet taken note of does not. */
export function isAlive({ pid, startTime }: ProcessId): boolean {
  return startTimeOf(pid) === startTime
}

/** Where numbers of processes count. Containers that share folders may each have another one. */
export const pidNamespace = (): number => statSync('/proc/self/ns/pid', { throwIfNoEntry: false })?.ino ?? 0

/** Undefined when it does not run. */
export function startTimeOf(pid: number): number | undefined {
  const fields = fieldsOf(readProcess(pid, 'stat'))
  // The first of its threads may have ended before the others.
  const runs = hasNotEnded(fields) || threadsOf(pid).some(hasNotEnded)
  return runs ? Number(fields[START_TIME]) : undefined
}

/** Whether one of its threads works in a folder, which has to be seen by root or the user of the process. */
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

/** From the state on. The name before it stands in brackets and may have brackets and spaces itself. */
const fieldsOf = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

const hasNotEnded = ([state]: readonly string[]): boolean => !['', 'Z', 'X'].includes(state!)

const threadsOf = (pid: number): string[][] =>
  namesIn(`/proc/${pid}/task`).map((thread) => fieldsOf(readText(`/proc/${pid}/task/${thread}/stat`)))

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export function readProcess(pid: number, file: 'stat' | 'cmdline' | 'status'): string {
  return readText(`/proc/${pid}/${file}`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** Those that run in the session which a process leads. Its number is given again once that and they have ended. */
export async function othersInSession(leader: ProcessId): Promise<number[]> {
  const session = `${leader.pid}`
  const found = await eachProcess('stat', (pid, stat) => (fieldsOf(stat)[SESSION] === session ? pid : undefined))
  // It has led the session all the time.
  return isAlive(leader) ? found.filter((pid) => pid !== leader.pid) : []
}

let nextScan: Promise<ReadonlySet<number>> | undefined
let lastScan: Promise<unknown> = Promise.resolve()

/** The users that have a process which has not ended. One scan answers all callers that came before it. */
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
    // Of what has ended, other threads may still run.
    const runs = !/^State:\t[ZX]/m.test(status) || startTimeOf(pid) !== undefined
    return runs ? userIn(status) : undefined
  })
  return new Set(users)
}

/** Reads a file of all processes, without keeping the event loop. @returns what is not undefined */
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

/** Of all processes. */
export const pids = (): number[] => namesIn('/proc').map(Number).filter(Boolean)

/** Kills a process, if it is there. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The real user as which it runs; undefined when it does not run. */
export const userOf = (pid: number): number | undefined => userIn(readProcess(pid, 'status'))

function userIn(status: string): number | undefined {
  const [, user] = /^Uid:\t(\d+)/m.exec(status) ?? []
  return user === undefined ? undefined : Number(user)
}

import { readFileSync } from 'node:fs'

/** A process, told from a later one with the same number by its start. */
export interface ProcessId {
  pid: number
  /** In ticks since the host's boot. */
  startTime: number
}

/** Position of the start in /proc/PID/stat, counted from the state, which follows the name. */
const START_TIME = 19

/** Whether the process runs. One that has ended and that its parent has not yet taken note of does not. */
export function isAlive({ pid, startTime }: ProcessId): boolean {
  return startTimeOf(pid) === startTime
}

/** Undefined when it does not run. */
export function startTimeOf(pid: number): number | undefined {
  const stat = readProcess(pid, 'stat')
  // The name stands in brackets and may have brackets and spaces itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ended = !stat || fields[0] === 'Z' || fields[0] === 'X'
  return ended ? undefined : Number(fields[START_TIME])
}

export function readProcess(pid: number, file: 'stat' | 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

/** The real user as which it runs; undefined when it does not run. */
export function userOf(pid: number): number | undefined {
  const [, user] = /^Uid:\t(\d+)/m.exec(readProcess(pid, 'status')) ?? []
  return user === undefined ? undefined : Number(user)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { inNamespace } from '../networks/commands.ts'
import { asUser, type MachineUser } from './machine-user.ts'

/** A process, told from a later one with the same number by its start. */
export interface ProcessId {
  pid: number
  /** In ticks since the host's boot. */
  startTime: number
}

/** Position of the start in /proc/PID/stat, counted from the state, which follows the name. */
const START_TIME = 19

/** Whether the process runs. One that has ended and that its parent has not yet taken note of does not. */
function isAlive({ pid, startTime }: ProcessId): boolean {
  return startTimeOf(pid) === startTime
}

function startTimeOf(pid: number): number | undefined {
  const stat = readProcess(pid, 'stat')
  // The name stands in brackets and may have brackets and spaces itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ended = !stat || fields[0] === 'Z' || fields[0] === 'X'
  return ended ? undefined : Number(fields[START_TIME])
}

function readProcess(pid: number, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

export interface MachineProgram {
  /** Where it runs. */
  folder: string
  args: readonly string[]
  /** File that receives what it writes. */
  log: string
  /** Null for this process's own user. */
  user: MachineUser | null
  /** Name of the network namespace in which it runs; absent for the one of this process. */
  namespace?: string
}

/** The processes of machines: started, found and ended. A helper with more rights can have the same methods. */
export interface MachineProcesses {
  /** Starts QEMU. It outlives this process. */
  start(program: MachineProgram): Promise<ProcessId>
  /** The process with that text in its arguments: one whose start was interrupted is in no file. */
  find(text: string): ProcessId | undefined
  isAlive(process: ProcessId): boolean
  kill(process: ProcessId): void
}

/** Processes that this process starts itself. */
export class OwnProcesses implements MachineProcesses {
  readonly #binary: string
  readonly #group: number | undefined

  /** @param group of the devices that machines need, such as /dev/kvm */
  constructor(binary: string, group?: number) {
    this.#binary = binary
    this.#group = group
  }

  async start({ folder, args, log: path, user, namespace }: MachineProgram): Promise<ProcessId> {
    const log = openSync(path, 'w', 0o600)
    try {
      const [program, ...all] = [
        ...(namespace === undefined ? [] : inNamespace(namespace)),
        ...(user === null ? [] : asUser(user, this.#group)),
        this.#binary,
        ...args,
      ]
      // A session of its own: signals to the server's terminal and process group do not reach it.
      const child = spawn(program!, all, { cwd: folder, detached: true, stdio: ['ignore', log, log] })
      await once(child, 'spawn')
      child.unref()
      const pid = child.pid!
      return { pid, startTime: startTimeOf(pid) ?? -1 }
    } finally {
      closeSync(log)
    }
  }

  find(text: string): ProcessId | undefined {
    for (const name of readdirSync('/proc')) {
      const pid = Number(name)
      if (!pid || !readProcess(pid, 'cmdline').includes(text)) continue
      const startTime = startTimeOf(pid)
      if (startTime !== undefined) return { pid, startTime }
    }
    return undefined
  }

  isAlive = isAlive

  kill(target: ProcessId): void {
    if (!isAlive(target)) return
    try {
      process.kill(target.pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

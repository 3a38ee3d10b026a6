import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** What a system says about the processes that run on it. */
export interface Processes {
  /** The name of its program. Undefined where none has that number. Throws where the system does not say. */
  nameOf(pid: number): string | undefined
  /** Device and inode of the folder in which it works. Throws where the system does not say. */
  workplaceOf(pid: number): { dev: bigint; ino: bigint }
}

export const processesByProc: Processes = {
  nameOf(pid) {
    const status = statusOf(pid)
    const valueOf = (key: string) => new RegExp(`^${key}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? ''
    return status === '' || isOver(valueOf('State')) ? undefined : valueOf('Name')
  },
  workplaceOf: (pid) => statSync(`/proc/${pid}/cwd`, { bigint: true }),
}

/** By programs that every macOS has. What `lsof` prints of a path is escaped, so it is asked for the inode. */
export const processesByPrograms: Processes = {
  nameOf(pid) {
    const [, state, name] = /^\s*(\S+)\s+(.*)$/m.exec(outputOfPs(pid)) ?? []
    return state === undefined || isOver(state) ? undefined : name
  },
  workplaceOf(pid) {
    const output = outputOf('lsof', '-a', '-d', 'cwd', '-p', `${pid}`, '-FDi')
    const fieldOf = (letter: string) => new RegExp(`^${letter}(\\w+)$`, 'm').exec(output)?.[1]
    const [dev, ino] = [fieldOf('D'), fieldOf('i')]
    if (dev === undefined || ino === undefined) throw new Error(`lsof does not say where process ${pid} works`)
    return { dev: BigInt(dev), ino: BigInt(ino) }
  },
}

/** It has ended, and its parent has not noticed yet. */
const isOver = (state: string) => /^[ZX]/.test(state)

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return ''
    throw error
  }
}

function outputOfPs(pid: number): string {
  try {
    return outputOf('ps', '-o', 'stat=', '-o', 'comm=', '-p', `${pid}`)
  } catch (error) {
    // There is no such process. Where the program is missing there is no status.
    if ((error as { status?: number | null }).status === 1) return ''
    throw error
  }
}

const outputOf = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

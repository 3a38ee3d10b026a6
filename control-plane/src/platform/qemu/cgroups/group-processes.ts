import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { killProcess } from '../base/process-id.ts'

/** Whether a process is in a cgroup. A missing cgroup has none: the kernel does not remove one that has processes. */
export function hasProcesses(folder: string): boolean {
  try {
    return /^populated 1$/m.test(readFileSync(join(folder, 'cgroup.events'), 'utf8'))
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

/** Kills all processes of a cgroup, also those that are being started. */
export async function killProcesses(folder: string): Promise<void> {
  try {
    await writeFile(join(folder, 'cgroup.kill'), '1', { flag: 'r+' })
  } catch (error) {
    if (!isGone(error)) throw error
    // Kernels before 5.14 have no such file. Processes that start meanwhile are killed by the next attempt.
    for (const pid of await processesInGroup(folder)) killProcess(pid)
  }
}

async function processesInGroup(folder: string): Promise<number[]> {
  try {
    return (await readFile(join(folder, 'cgroup.procs'), 'utf8')).split('\n').filter(Boolean).map(Number)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

const isGone = (error: unknown): boolean => ['ENOENT', 'ENODEV'].includes((error as NodeJS.ErrnoException).code ?? '')

import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pidNamespace } from './process-id.ts'

/**
 * Prefix, followed by the process id. Contains the PID namespace: whether a process of another namespace still runs is
 * unknown.
 */
const FOLDER_PREFIX = `skerry-${pidNamespace()}-`
const REST = /^(\d+)-\w{6}$/

/** Creates a folder for this process, and deletes folders that killed processes of this user have left. */
export function temporaryFolder(): string {
  const parent = tmpdir()
  for (const name of readdirSync(parent)) {
    const [, pid] = (name.startsWith(FOLDER_PREFIX) && REST.exec(name.slice(FOLDER_PREFIX.length))) || []
    if (pid !== undefined && isOver(Number(pid)) && isOwn(join(parent, name)))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
  return mkdtempSync(join(parent, `${FOLDER_PREFIX}${process.pid}-`))
}

function isOver(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function isOwn(path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  return entry?.isDirectory() === true && entry.uid === process.getuid?.()
}

import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { reasonOf, StartupError } from './startup-error.ts'

/** A program that a killed server was starting has its lock until it is that program. */
const WAIT_MS = 2000
const RETRY_MS = 100
/** macOS takes the lock with the file. Node has no name for the flag. */
const O_EXLOCK = 0x20
/** Of `flock`, when another process has the lock. */
const TAKEN = 1

/**
 * Locks a data folder for this process. The kernel holds the lock: on the folder itself, so a link to it is no way
 * around, and until this process ends, whatever ends it. No program that it starts inherits it.
 * @param folder its name for an operator, where the path says nothing
 * @throws StartupError while another process has it
 */
export async function lockFolder(path: string, folder = path): Promise<Disposable> {
  for (const end = performance.now() + WAIT_MS; ; await delay(RETRY_MS)) {
    const lock = process.platform === 'darwin' ? openLocked(path) : openAndLock(path)
    if (lock !== undefined) return { [Symbol.dispose]: () => closeSync(lock) }
    if (performance.now() > end)
      throw new StartupError(
        `Another Skerry is running on the data in ${folder}: stop it, or choose another folder with SKERRY_DATA`,
      )
  }
}

function openLocked(folder: string): number | undefined {
  try {
    return openSync(folder, constants.O_RDONLY | constants.O_NONBLOCK | O_EXLOCK)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw new StartupError(`Cannot lock ${folder}: ${reasonOf(error)}`)
  }
}

/** The lock is the open folder's, which `flock` has inherited from us, and stays when that program ends. */
function openAndLock(folder: string): number | undefined {
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const { status, error, stderr } = spawnSync('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', opened],
    encoding: 'utf8',
  })
  if (status === 0) return opened
  closeSync(opened)
  if (status === TAKEN) return undefined
  const missing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
  throw new StartupError(
    missing
      ? 'Skerry needs the program flock to lock its data folder: install the package util-linux'
      : `Cannot lock ${folder}: ${error ? reasonOf(error) : stderr.trim()}`,
  )
}

import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { reasonOf, StartupError } from '../start/startup-error.ts'

/** A child of a killed server inherits its lock until it has executed its program. */
const WAIT_MS = 2000
const RETRY_MS = 100
/** On macOS `open` can lock the file. Node does not name the flag. */
const O_EXLOCK = 0x20
/** Exit status of `flock` when another process has the lock. */
const TAKEN = 1

/**
 * Locks a data folder for this process. The kernel locks the folder itself, so a link to it does not help, and releases
 * the lock when this process ends in any way. Programs that this process starts do not inherit it.
 * @param folder its name in messages, if `path` is a path under /proc
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
    throw new StartupError(`Cannot lock ${folder}: ${reasonOf(error)}`, error)
  }
}

/** `flock` locks the open folder that it inherits from us. The lock stays when `flock` exits. */
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

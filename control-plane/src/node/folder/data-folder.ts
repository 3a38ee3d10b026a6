import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { openTrusted } from '../rights/trusted-path.ts'
import { reasonOf, StartupError } from '../start/startup-error.ts'

/** Folders of files beside the database. */
export const filesFolders = {
  volumes: 'volumes',
  bundles: 'support-bundles',
  updates: 'updates',
  downloads: 'downloads',
}

/** Read permission of the group and of others. */
const READ = 0o044

/** The data folder, open. */
export interface DataFolder extends Disposable {
  /** A path to the open folder that stays valid on Linux even if another folder takes its place. */
  readonly path: string
}

/**
 * Opens the folder, and creates it if needed. Other users may traverse it, since the database and machines run as such,
 * but not read it: whoever can read a folder can also lock it. Read permission is removed from an existing folder.
 */
export function prepareDataFolder(folder: string): DataFolder {
  try {
    const isRoot = process.getuid!() === 0
    const opened = isRoot && process.platform === 'linux' ? openTrusted(folder) : openOrMake(folder)
    const path = process.platform === 'linux' ? `/proc/self/fd/${opened}` : folder
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    closeToReaders(opened)
    for (const name of ['postgres', ...Object.values(filesFolders)]) requireFolder(path, folder, name)
    return { path, [Symbol.dispose]: () => closeSync(opened) }
  } catch (error) {
    if (error instanceof StartupError) throw error
    // Without the path in the message: it is /proc/self/fd/… or lies inside the folder.
    const [reason] = reasonOf(error).split(',')
    throw new StartupError(`Cannot write to ${folder}: ${reason} (SKERRY_DATA chooses another folder)`, error)
  }
}

function openOrMake(folder: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  return openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
}

/** What else has its place would fail later, in the midst of a start or of a request. */
function requireFolder(folder: string, shown: string, name: string): void {
  const path = join(folder, name)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isSymbolicLink() && ![0, process.getuid!(), statSync(folder).uid].includes(found.uid))
    throw new StartupError(`${join(shown, name)} is a link of another user: remove it`)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new StartupError(`${join(shown, name)} is no folder, nor a link to one: move it away, or restore the folder`)
}

function closeToReaders(folder: number): void {
  const { uid, mode } = fstatSync(folder)
  const isOurs = [0, uid].includes(process.getuid!())
  if (isOurs && (mode & READ) !== 0) fchmodSync(folder, mode & 0o7777 & ~READ)
}

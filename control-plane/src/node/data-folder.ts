import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { reasonOf, StartupError } from './startup-error.ts'

/** Folders of files beside the database. */
export const filesFolders = {
  volumes: 'volumes',
  bundles: 'support-bundles',
  updates: 'updates',
  downloads: 'downloads',
}

/** Of the group and of others. */
const READ = 0o044

/**
 * Creates the folder if needed. Others may traverse it, for a database and machines that run as other users, but not read
 * it, also if they could before: each user who can read a folder can lock it.
 */
export function prepareDataFolder(folder: string): void {
  try {
    if (process.getuid!() === 0) requireTrustedLinks(folder)
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    closeToReaders(folder)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`Cannot write to ${folder}: ${reasonOf(error)} (SKERRY_DATA chooses another folder)`)
  }
}

function closeToReaders(folder: string): void {
  const opened = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const { uid, mode } = fstatSync(opened)
    const isOurs = [0, uid].includes(process.getuid!())
    if (isOurs && (mode & READ) !== 0) fchmodSync(opened, mode & 0o7777 & ~READ)
  } finally {
    closeSync(opened)
  }
}

/** Root follows links of its own, and those of the user who has the folder to which they lead. */
function requireTrustedLinks(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid ?? 0
  const link = linksTo(folder).find((path) => ![0, owner].includes(lstatSync(path).uid))
  if (link === undefined) return
  throw new StartupError(
    `${link} is a link of another user than root and the owner of the folder to which it leads, so root does not follow it: run chown -h root: ${link} if it is right, or choose another folder with SKERRY_DATA`,
  )
}

/** The links on the way to a path, and on the way to where these lead. */
function linksTo(path: string): string[] {
  const above = dirname(path)
  if (above === path) return []
  const own = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
  return [...linksTo(above), ...(own ? [path, ...linksTo(resolve(above, readlinkSync(path)))] : [])]
}

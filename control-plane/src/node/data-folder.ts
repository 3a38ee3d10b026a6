import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
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
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const { uid, mode } = statSync(folder)
    const isOurs = [0, uid].includes(process.getuid!())
    if (isOurs && (mode & READ) !== 0) chmodSync(folder, mode & 0o7777 & ~READ)
  } catch (error) {
    throw new StartupError(`Cannot write to ${folder}: ${reasonOf(error)} (SKERRY_DATA chooses another folder)`)
  }
}

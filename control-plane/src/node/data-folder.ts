import { accessSync, constants, mkdirSync } from 'node:fs'
import { reasonOf, StartupError } from './startup-error.ts'

/** Folders of files beside the database. */
export const filesFolders = {
  volumes: 'volumes',
  bundles: 'support-bundles',
  updates: 'updates',
  downloads: 'downloads',
}

/** Creates the folder if needed. Others may traverse it, for a database that runs as another user, but not list it. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(`Cannot write to ${folder}: ${reasonOf(error)} (SKERRY_DATA chooses another folder)`)
  }
}

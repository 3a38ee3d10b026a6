import { NoPlainFile, readPlainFile } from '../file-system/plain-file.ts'
import { StartupError } from './startup-error.ts'

/** Reads what a start needs of small files. Throws StartupError for anything else in the place of one. */
export function readAtStart<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof NoPlainFile ? new StartupError(error.message, error) : error
  }
}

/** The text of a small file. Undefined where there is none. Throws StartupError for anything else. */
export const readStartupFile = (path: string): string | undefined => readAtStart(() => readPlainFile(path))

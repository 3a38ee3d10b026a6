import { NoPlainFile, readPlainFile } from '../file-system/plain-file.ts'
import { StartupError } from './startup-error.ts'

/** The text of a small file that a start needs. Undefined where there is none. Throws StartupError for anything else. */
export function readStartupFile(path: string): string | undefined {
  try {
    return readPlainFile(path)
  } catch (error) {
    throw error instanceof NoPlainFile ? new StartupError(error.message, error) : error
  }
}

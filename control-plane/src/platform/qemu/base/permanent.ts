import { NoPlainFile } from '../../../file-system/plain-file.ts'
import { PlatformError } from '../../interface/platform-error.ts'

/** What another user has put in the place of a file stays there until an operator removes it. Other errors as they are. */
export const permanentOf = (error: unknown): unknown =>
  error instanceof NoPlainFile ? new PlatformError('permanent', error.message, error) : error

import { isNoSpace } from '../../../file-system/no-space.ts'
import { NoPlainFile } from '../../../file-system/plain-file.ts'
import { PlatformError } from '../../interface/platform-error.ts'

export const noSpace = (cause?: unknown) => new PlatformError('no-space', 'No space is left for volumes', cause)

/** The contract's error where the storage is full; any other error unchanged. */
export const noSpaceOf = (error: unknown): unknown => (isNoSpace(error) ? noSpace(error) : error)

/** A file that another user has replaced is `permanent`: an operator has to remove it. Other errors unchanged. */
export const permanentOf = (error: unknown): unknown =>
  error instanceof NoPlainFile ? new PlatformError('permanent', error.message, error) : error

/** Converts the failure of a file operation to the contract's error; returns any other error unchanged. */
export function platformError(error: unknown): unknown {
  if (error instanceof PlatformError || !isSystemError(error)) return permanentOf(error)
  if (isNoSpace(error)) return noSpace(error)
  if (error.code === 'ENOENT') return new PlatformError('permanent', `A file of the volume is missing`, error)
  return new PlatformError('transient', `The storage failed: ${error.message}`, error)
}

const isSystemError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'

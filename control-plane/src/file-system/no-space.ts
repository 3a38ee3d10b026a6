const CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether a file operation failed because the disk, a quota or the largest file size is exhausted. */
export const isNoSpace = (error: unknown): boolean =>
  error instanceof Error && CODES.has((error as NodeJS.ErrnoException).code ?? '')

/** The same by what a program has written; it may have a limit of file sizes of its own. */
export const namesNoSpace = (message: string): boolean => /No space left on device|Disk quota exceeded/.test(message)

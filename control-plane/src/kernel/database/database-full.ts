const DISK_FULL = '53100'
/** PostgreSQL has no code of its own for these. */
const INTERNAL_ERROR = 'XX000'
const EXHAUSTED = /: (Disk quota exceeded|File too large)$/

/** Whether PostgreSQL failed because its file system, a quota of it or the largest file size is exhausted. */
export const isDatabaseFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return code === DISK_FULL || (code === INTERNAL_ERROR && EXHAUSTED.test(error.message))
}

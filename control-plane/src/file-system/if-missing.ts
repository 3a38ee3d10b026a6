/**
 * For a `catch` of node:fs: the value to use if the file does not exist. Other errors, such as too many open files, are
 * thrown again, since they do not show that.
 */
export const ifMissing =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return otherwise
    throw error
  }

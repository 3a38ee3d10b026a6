/**
 * For a `catch` of node:fs: what stands for something that is not there. Other failures, such as too many open files, say
 * nothing about that.
 */
export const ifMissing =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return otherwise
    throw error
  }

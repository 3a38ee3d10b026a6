import { PlatformError } from '../../platform/interface/platform-error.ts'

/**
 * Runs an end or an undo. Resolves with undefined if a later saga has taken the resource over: nothing is left to do.
 */
export async function unlessOvertaken<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'outdated') return undefined
    throw error
  }
}

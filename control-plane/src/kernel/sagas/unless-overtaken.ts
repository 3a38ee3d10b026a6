import { PlatformError } from '../../platform/platform-error.ts'

/** Ends or undoes something, unless a later saga has taken it: then nothing is left to do for this one. */
export async function unlessOvertaken<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'outdated') return undefined
    throw error
  }
}

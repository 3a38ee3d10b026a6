/** How long a read waits for the beginning of its answer, and then for the rest, which slow networks delay. */
const BEGINNING_MS = 20_000
const REST_MS = 120_000

/**
 * Reads with a deadline, and once more where it passes: a connection that died without a word, as while the machine
 * slept, never answers, and ends with its request.
 * @param read calls `begun` at the beginning of the answer; with `false` where the rest takes as long as it takes
 */
export async function inTime<T>(
  read: (signal: AbortSignal, begun: (hasDeadline: boolean) => void) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const once = async () => {
    const late = new AbortController()
    const endAfter = (ms: number) => setTimeout(() => late.abort(), ms)
    let timer = endAfter(BEGINNING_MS)
    const begun = (hasDeadline: boolean) => {
      clearTimeout(timer)
      if (hasDeadline) timer = endAfter(REST_MS)
    }
    try {
      return await read(signal ? AbortSignal.any([signal, late.signal]) : late.signal, begun)
    } catch (error) {
      throw late.signal.aborted ? new LateAnswer('No answer in time') : error
    } finally {
      clearTimeout(timer)
    }
  }
  try {
    return await once()
  } catch (error) {
    if (error instanceof LateAnswer) return once()
    throw error
  }
}

/** As `fetch` rejects where a connection fails. */
class LateAnswer extends TypeError {}

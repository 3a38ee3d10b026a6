/** Runs tasks at most `most` at a time, in the order they came. A task whose signal was aborted is not started. */
export function limiter(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    // A task that waited takes the slot of the one that ended, so `running` still counts it.
    if (running < most) running += 1
    else await new Promise<void>((start) => waiting.push(start))
    try {
      signal?.throwIfAborted()
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** The queue of cells that fill in after the table: six requests at a time. */
export const secondary = limiter(6)

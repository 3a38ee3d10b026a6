/** Browsers have only timers for this, which take a millisecond or more. */
const { setImmediate: afterIo = (work: () => void) => setTimeout(work, 0) } = globalThis as {
  setImmediate?: (work: () => void) => unknown
}

/** Resolves in a later turn of the event loop: requests and timers run in between. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => void afterIo(resolve))

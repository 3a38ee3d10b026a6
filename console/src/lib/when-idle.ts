/** Runs a task once the page is painted and the browser is idle. @returns cancels it */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  let idle = 0
  // An idle moment may come before the first paint, a second frame does not.
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => (idle = requestIdleCallback(task)))))
  return () => {
    cancelAnimationFrame(frame)
    cancelIdleCallback(idle)
  }
}

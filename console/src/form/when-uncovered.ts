import { layers } from '~/lib/layers.ts'

/**
 * Runs `run` as soon as no layer covers the element: at once, or when those over it are closed. @returns a function
 * that cancels it
 */
export function whenUncovered(element: Element, run: () => void): () => void {
  let frame = 0
  const tryNow = () => {
    const top = layers.get().at(-1)
    if (top && !top.current?.contains(element)) return
    stop()
    run()
  }
  const stop = layers.watch(() => {
    cancelAnimationFrame(frame)
    // In the next frame closed dialogs have restored the focus to their openers.
    frame = requestAnimationFrame(tryNow)
  })
  tryNow()
  return () => {
    cancelAnimationFrame(frame)
    stop()
  }
}

import { type RefObject, useEffect } from 'react'
import { createStore } from './store.ts'

/** The box of an open panel or modal; null while its code loads. */
type Layer = RefObject<HTMLElement | null>

const layers = createStore<readonly Layer[]>([])
const claimed = new WeakSet<Event>()

/** Marks an Esc as handled: layers under the closed one stay. */
export const claimEscape = (event: Event): void => void claimed.add(event)

/** Whether a panel or modal covers the page; single-letter keys are then ignored. */
export const isCovered = (): boolean => layers.get().length > 0

export const isTop = (layer: Layer): boolean => layers.get().at(-1) === layer

const isUncovered = (element: Element) => {
  const top = layers.get().at(-1)
  return !top || (top.current?.contains(element) ?? false)
}

/**
 * Runs `run` as soon as no layer covers the element: at once, or when those over it are closed. @returns a function
 * that cancels it
 */
export function whenUncovered(element: Element, run: () => void): () => void {
  let frame = 0
  if (isUncovered(element)) {
    run()
    return () => {}
  }
  const stop = layers.watch(() => {
    cancelAnimationFrame(frame)
    // In the next frame closed dialogs have restored the focus to their openers.
    frame = requestAnimationFrame(() => {
      if (!isUncovered(element)) return
      stop()
      run()
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    stop()
  }
}

/**
 * Registers an open panel or modal while it is mounted. @returns a test that is true once per Esc, for the top layer
 * alone.
 */
export function useLayer(own: Layer): (event: Event) => boolean {
  useEffect(() => {
    layers.set((now) => [...now, own])
    return () => layers.set((now) => now.filter((each) => each !== own))
  }, [own])
  return (event) => {
    if (claimed.has(event) || !isTop(own)) return false
    claimed.add(event)
    return true
  }
}

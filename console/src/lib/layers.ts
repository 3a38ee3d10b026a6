import { type RefObject, useLayoutEffect } from 'react'
import { createStore } from './store.ts'

/** The box of an open panel or modal; null while its code loads. */
type Layer = RefObject<HTMLElement | null>

/** Those that are open, the top one last. */
export const layers = createStore<readonly Layer[]>([])
const claimed = new WeakSet<Event>()

/** Marks an Esc as handled: layers under the closed one stay. */
export const claimEscape = (event: Event): void => void claimed.add(event)

/** Whether a panel or modal covers the page; single-letter keys are then ignored. */
export const isCovered = (): boolean => layers.get().length > 0

export const isTop = (layer: Layer): boolean => layers.get().at(-1) === layer

/**
 * Registers an open panel or modal while it is mounted. @returns a test that is true once per Esc, for the top layer
 * alone.
 */
export function useLayer(own: Layer): (event: Event) => boolean {
  // Before it is painted: keys are meant for it at once.
  useLayoutEffect(() => {
    layers.set((now) => [...now, own])
    return () => layers.set((now) => now.filter((each) => each !== own))
  }, [own])
  return (event) => {
    if (claimed.has(event) || !isTop(own)) return false
    claimed.add(event)
    return true
  }
}

import { useEffect, useState } from 'react'

const layers: symbol[] = []
const claimed = new WeakSet<Event>()

/** Marks an Esc as handled: layers under the closed one stay. */
export const claimEscape = (event: Event): void => void claimed.add(event)

/** Whether a panel or modal covers the page; single-letter keys are then ignored. */
export const isCovered = (): boolean => layers.length > 0

/**
 * Registers an open panel or modal while it is mounted. @returns a test that is true once per Esc, for the top layer
 * alone.
 */
export function useLayer(): (event: Event) => boolean {
  const [own] = useState(() => Symbol('layer'))
  useEffect(() => {
    layers.push(own)
    return () => void layers.splice(layers.indexOf(own), 1)
  }, [own])
  return (event) => {
    if (claimed.has(event) || layers.at(-1) !== own) return false
    claimed.add(event)
    return true
  }
}

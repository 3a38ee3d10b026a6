import { useState, useEffect, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls a listener each second, with one timer for the whole page, which rests while the page is hidden. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    if (!document.hidden) for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time in ms, renewed each second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => subscribe(() => setNow(Date.now())), [])
  return now
}

/** A text that depends on the time; re-renders only when it changes: an age in minutes once a minute. */
export const useTimeText = (format: (now: number) => string): string =>
  useSyncExternalStore(subscribe, () => format(Date.now()))

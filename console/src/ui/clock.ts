import { useState, useEffect, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls a listener each second, by one timer for the whole page; it rests while nobody looks. */
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

/** What is said of the time, drawn anew only when that changes: an age in minutes once a minute. */
export const useAsTimeGoes = (say: (now: number) => string): string =>
  useSyncExternalStore(subscribe, () => say(Date.now()))

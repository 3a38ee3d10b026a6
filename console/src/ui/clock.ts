import { useEffect, useState } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The time in ms, renewed each second by one timer for the whole page; it rests while nobody looks. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    listeners.add(tick)
    timer ??= setInterval(() => {
      if (!document.hidden) for (const listener of listeners) listener()
    }, 1000)
    return () => {
      listeners.delete(tick)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return now
}

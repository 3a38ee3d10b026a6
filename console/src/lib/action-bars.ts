import { useEffect, useState } from 'react'
import { createStore, useStore } from './store.ts'

const bars = createStore<readonly HTMLElement[]>([])

/** `ref` of a bar with buttons at the bottom of the window: toasts stay above it. */
export function actionBar(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  bars.set((now) => [...now, element])
  return () => bars.set((now) => now.filter((each) => each !== element))
}

/** Toasts are not wider than this, measured from the left edge of the window. */
const reach = 28 * 16

/** How much of the window's bottom left bars take, in px. */
export function useBarClearance(): number {
  const now = useStore(bars)
  const [clearance, setClearance] = useState(0)
  useEffect(() => {
    const measure = () => {
      const taken = now
        .map((bar) => bar.getBoundingClientRect())
        .filter((box) => box.left < reach && box.height > 0)
        .map((box) => innerHeight - box.top)
      setClearance(Math.max(0, ...taken))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    for (const bar of now) sizes.observe(bar)
    addEventListener('resize', measure)
    return () => {
      sizes.disconnect()
      removeEventListener('resize', measure)
    }
  }, [now])
  return clearance
}

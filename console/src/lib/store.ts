import { useSyncExternalStore } from 'react'

/** A value outside React that components may watch. */
export interface Store<T> {
  get: () => T
  set: (next: T | ((now: T) => T)) => void
  /** @returns the function that ends the watch. */
  watch: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      const wanted = typeof next === 'function' ? (next as (now: T) => T)(value) : next
      if (Object.is(wanted, value)) return
      value = wanted
      for (const listener of listeners) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.watch, store.get)

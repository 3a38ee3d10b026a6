import { useState } from 'react'
import { unlessLive } from './live.ts'

export interface PollingRules<T> {
  /** Whether the row is in transition to another state. */
  isMoving: (row: T) => boolean
  /** ms between readings while a row is in transition. */
  every: number
  /** ms after the last transition began, from when on polling is slow again. */
  longest: number
  /** ms between readings else; false for none. */
  otherwise: number | false
}

/** Decides how soon a list is read again without an event stream. Each list has its own, which remembers since when rows are in transition. */
export function createPolling<T extends { id: string }>({ isMoving, every, longest, otherwise }: PollingRules<T>) {
  let moving: ReadonlySet<string> = new Set()
  let lastTransitionAt = 0
  return (rows: readonly T[] = [], now = Date.now()): number | false => {
    const before = moving
    moving = new Set(rows.filter(isMoving).map((row) => row.id))
    if ([...moving].some((id) => !before.has(id))) lastTransitionAt = now
    return unlessLive(moving.size > 0 && now - lastTransitionAt < longest ? every : otherwise)
  }
}

/** `pollEvery` of a ListPage. Hidden tabs do not poll. */
export const usePolling = <T extends { id: string }>(rules: PollingRules<T>) =>
  useState(() => {
    const next = createPolling(rules)
    return (rows: readonly T[] | undefined) => next(rows)
  })[0]

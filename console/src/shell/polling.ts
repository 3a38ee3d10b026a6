import { useState } from 'react'

export interface PollingRules<T> {
  /** Whether the row is on its way to another state. */
  isMoving: (row: T) => boolean
  /** ms between readings while a row is on its way. */
  every: number
  /** ms after the last row has set out, from when on it is not waited for. */
  longest: number
  /** ms between readings else; false for none. */
  otherwise: number | false
}

/** Decides how soon a list is read again. It remembers since when rows are on their way, so each list has its own. */
export function createPolling<T extends { id: string }>({ isMoving, every, longest, otherwise }: PollingRules<T>) {
  let moving: ReadonlySet<string> = new Set()
  let lastSetOut = 0
  return (rows: readonly T[] = [], now = Date.now()): number | false => {
    const before = moving
    moving = new Set(rows.filter(isMoving).map((row) => row.id))
    if ([...moving].some((id) => !before.has(id))) lastSetOut = now
    return moving.size > 0 && now - lastSetOut < longest ? every : otherwise
  }
}

/** `pollEvery` of a ListPage. Hidden tabs do not poll. */
export const usePolling = <T extends { id: string }>(rules: PollingRules<T>) =>
  useState(() => {
    const next = createPolling(rules)
    return (rows: readonly T[] | undefined) => next(rows)
  })[0]

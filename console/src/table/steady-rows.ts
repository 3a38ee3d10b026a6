import { useEffect, useState } from 'react'

let mayHold = () => false

/** Sets when rows are held under the pointer: while they change elsewhere, not by the user, who waits to see it. */
export const holdRowsWhile = (isElsewhere: () => boolean): void => void (mayHold = isElsewhere)

let hasMouse = false
/** Who types looks at what comes, and rows may move. */
const onKey = () => void (hasMouse = false)
const onMove = ({ pointerType }: PointerEvent) => void (hasMouse = pointerType === 'mouse')

const menuRow = 'tr[data-row-id]:has([data-row-menu][aria-expanded="true"])'

/** The row whose menu is open, which would move with it, or the one under the pointer. */
function heldRow(): string | undefined {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)?.dataset.rowId
  return find(menuRow) ?? (hasMouse && mayHold() ? find('tr[data-row-id]:hover') : undefined)
}

/**
 * The next rows, while the row with the id `anchor` and those above it stay where they are: these are up to date, but
 * none is added or removed.
 */
export function steadyRows<T>(
  before: readonly T[],
  next: readonly T[],
  getId: (row: T) => string,
  anchor: string | undefined,
): readonly T[] {
  const at = anchor === undefined ? -1 : before.findIndex((row) => getId(row) === anchor)
  const kept = before.slice(0, at + 1)
  if (kept.every((row, place) => next[place] && getId(next[place]) === getId(row))) return next
  const places = new Map(next.map((row, place) => [getId(row), place]))
  const keptIds = new Set(kept.map(getId))
  const from = kept.reduce((last, row) => places.get(getId(row)) ?? last, -1)
  // Another page of the list, or another list.
  if (from < 0) return next
  const below = next.filter((row, place) => place > from && !keptIds.has(getId(row)))
  return [...kept.map((row) => next[places.get(getId(row)) ?? -1] ?? row), ...below]
}

/**
 * Rows that move neither a row whose menu is open nor, when they change elsewhere, one under the pointer. They catch up
 * when the menu is closed and the pointer leaves them.
 */
export function useSteadyRows<T>(rows: readonly T[] | undefined, getId: (row: T) => string): readonly T[] | undefined {
  const [{ source, shown }, set] = useState({ source: rows, shown: rows })
  if (rows !== source) set({ source: rows, shown: shown && rows ? steadyRows(shown, rows, getId, heldRow()) : rows })
  const isHeld = shown !== source
  useEffect(() => {
    // The same function is added once, however many tables there are.
    addEventListener('pointermove', onMove, { passive: true })
    addEventListener('keydown', onKey, { capture: true })
  }, [])
  useEffect(() => {
    if (!isHeld) return
    const listening = new AbortController()
    const release = () => set(({ source: latest }) => ({ source: latest, shown: latest }))
    const { signal } = listening
    const releaseUnlessHeld = () => heldRow() === undefined && release()
    const releaseWithoutMenu = () => document.querySelector(menuRow) === null && release()
    addEventListener('pointermove', releaseUnlessHeld, { signal, passive: true })
    addEventListener('keydown', releaseWithoutMenu, { signal })
    // A menu that closes gives the focus back.
    addEventListener('focusin', releaseUnlessHeld, { signal })
    document.documentElement.addEventListener('pointerleave', releaseWithoutMenu, { signal })
    return () => listening.abort()
  }, [isHeld])
  return shown
}

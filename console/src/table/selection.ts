import { useState } from 'react'

export interface Selected {
  ids: ReadonlySet<string>
  /** Where a range begins: the row changed last. */
  anchor: string | null
}

export const nothing: Selected = { ids: new Set(), anchor: null }

/** Turns one row on or off; with `range`, all from the anchor to it become what it becomes. */
export function toggled(now: Selected, id: string, order: readonly string[], range = false): Selected {
  const on = !now.ids.has(id)
  const ids = new Set(now.ids)
  const [from, to] = [range && now.anchor ? order.indexOf(now.anchor) : -1, order.indexOf(id)]
  const changed = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const each of changed) {
    if (on) ids.add(each)
    else ids.delete(each)
  }
  return { ids, anchor: id }
}

/** All in view, or none where all are selected already. */
export const allToggled = (now: Selected, order: readonly string[]): Selected =>
  order.every((id) => now.ids.has(id)) ? nothing : { ids: new Set(order), anchor: null }

/** Without the rows that left view; the same object where none did. */
export function inView(now: Selected, view: readonly string[]): Selected {
  const seen = new Set(view)
  const ids = new Set([...now.ids].filter((id) => seen.has(id)))
  if (ids.size === now.ids.size) return now
  return { ids, anchor: now.anchor !== null && seen.has(now.anchor) ? now.anchor : null }
}

export interface Selection {
  ids: ReadonlySet<string>
  toggle: (id: string, order: readonly string[], range: boolean) => void
  toggleAll: (order: readonly string[]) => void
  clear: () => void
}

/** The selected rows. @param view ids on screen (after filter and page): no hidden row is ever changed. */
export function useSelection(view: readonly string[]): Selection {
  const [kept, setKept] = useState(nothing)
  const now = inView(kept, view)
  if (now !== kept) setKept(now)
  return {
    ids: now.ids,
    toggle: (id, order, range) => setKept((before) => toggled(before, id, order, range)),
    toggleAll: (order) => setKept((before) => allToggled(before, order)),
    clear: () => setKept(nothing),
  }
}

import { type QuickAction, shapeOf } from './quick-actions.ts'

/** More of one group are found by typing, not by scrolling. */
export const maxRowsOfGroup = 100

export type QuickActionsRow =
  | { kind: 'heading'; group: string }
  /** `at` counts the actions alone: the arrow keys go from one to the next. */
  | { kind: 'action'; group: string; action: QuickAction; at: number }

/** An action that was chosen, and where it was then. */
export interface Chosen {
  shape: string
  at: number
}

export interface QuickActionsRows {
  rows: readonly QuickActionsRow[]
  /** How many actions the rows have. */
  count: number
  /** How many more there are than the rows have. */
  left: number
}

/** Groups in the order of their first action, each under its heading with its first `maxRowsOfGroup`. */
export function rowsOf(actions: readonly QuickAction[]): QuickActionsRows {
  const rows: QuickActionsRow[] = []
  let count = 0
  for (const [group, all] of Map.groupBy(actions, (action) => action.group)) {
    rows.push({ kind: 'heading', group })
    for (const action of all.slice(0, maxRowsOfGroup)) rows.push({ kind: 'action', group, action, at: count++ })
  }
  return { rows, count, left: actions.length - count }
}

/** Where the chosen action is now: pages may add more while the list is open. The first by default. */
export function placeOf(chosen: Chosen | undefined, { rows, count }: QuickActionsRows): number {
  const { shape, at } = chosen ?? { shape: '', at: 0 }
  const same = rows.filter((row) => row.kind === 'action' && shapeOf(row.action) === shape) as { at: number }[]
  return (same.find((row) => row.at === at) ?? same[0])?.at ?? Math.min(at, count - 1)
}

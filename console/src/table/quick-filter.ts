import { useMemo, useState } from 'react'
import { stateLabel, stateTone, type Tone } from '~/ui/badge.tsx'

/** The meaning of a chip: a state, several under one label, or a type, which has no tone. */
export interface FilterGroup {
  key: string
  label: string
  tone?: Tone
  /** Its place among the chips; without one they stand in the order of first appearance. */
  rank?: number
}

export interface FilterOptions<T> {
  /** The row's visible text and its id, in one. */
  textOf: (row: T) => string
  /** The row's state or type; no chips without it. */
  groupOf?: (row: T) => FilterGroup
}

export interface QuickFilter<T> {
  text: string
  setText: (text: string) => void
  /** Key of the chip that is on; null is all. */
  group: string | null
  setGroup: (group: string | null) => void
  groups: readonly (FilterGroup & { count: number })[]
  /** The rows that are left; undefined while they load. */
  rows: readonly T[] | undefined
  total: number
  active: boolean
  clear: () => void
}

export const stateGroup = (state: string): FilterGroup => ({
  key: state,
  label: stateLabel(state),
  tone: stateTone(state),
})

/** The rows whose text contains these words, case ignored. */
export function filterRows<T>(rows: readonly T[], text: string, group: string | null, options: FilterOptions<T>): T[] {
  const wanted = text.trim().toLocaleLowerCase()
  return rows.filter(
    (row) =>
      (wanted === '' || options.textOf(row).toLocaleLowerCase().includes(wanted)) &&
      (group === null || options.groupOf?.(row).key === group),
  )
}

/** Each group once, by rank, else in the order of first appearance, with its number of rows. */
export function groupsOf<T>(rows: readonly T[], groupOf: (row: T) => FilterGroup): (FilterGroup & { count: number })[] {
  const found = new Map<string, FilterGroup & { count: number }>()
  for (const row of rows) {
    const group = groupOf(row)
    const known = found.get(group.key)
    if (known) known.count++
    else found.set(group.key, { ...group, count: 1 })
  }
  return [...found.values()].toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
}

/** Narrows the rows on screen at once. A chip whose last row is gone is switched off. */
export function useQuickFilter<T>(all: readonly T[] | undefined, options: FilterOptions<T>): QuickFilter<T> {
  const [text, setText] = useState('')
  const [chosen, setGroup] = useState<string | null>(null)
  const { textOf, groupOf } = options
  const groups = useMemo(() => (all && groupOf ? groupsOf(all, groupOf) : []), [all, groupOf])
  const group = groups.some((each) => each.key === chosen) ? chosen : null
  const rows = useMemo(
    () => all && filterRows(all, text, group, { textOf, groupOf }),
    [all, text, group, textOf, groupOf],
  )
  return {
    text,
    setText,
    group,
    setGroup,
    groups,
    rows,
    total: all?.length ?? 0,
    active: text.trim() !== '' || group !== null,
    clear: () => {
      setText('')
      setGroup(null)
    },
  }
}

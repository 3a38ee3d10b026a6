import { isUuid } from '@skerry/contract/rules/names.ts'
import { compareWords } from '~/lib/format/words.ts'
import type { Column, SortValue } from './columns.ts'

export interface Sort {
  /** Column id; for lists sorted by the API `name`, `id` or `time_created`. */
  column: string
  descending: boolean
}

/** As the API and the URL spell it: `name_descending`. */
export const sortToText = ({ column, descending }: Sort): string =>
  `${column}_${descending ? 'descending' : 'ascending'}`

/** @returns undefined for text that names no sort. */
export function sortFromText(text: string | undefined): Sort | undefined {
  const match = /^(.+)_(ascending|descending)$/.exec(text ?? '')
  return match ? { column: match[1]!, descending: match[2] === 'descending' } : undefined
}

/** The sort after a click on a header: ascending first, then alternating. */
export const nextSort = (now: Sort | undefined, column: string): Sort => ({
  column,
  descending: now?.column === column && !now.descending,
})

function compare(a: SortValue, b: SortValue): number {
  // Ids are no numbers, though they may begin with digits.
  if (typeof a === 'string' && typeof b === 'string' && !(isUuid(a) && isUuid(b))) return compareWords(a, b)
  const [left, right] = [a!.valueOf(), b!.valueOf()]
  return left < right ? -1 : left > right ? 1 : 0
}

/** The rows in the order of a column; equal ones stay as they were, missing values come last both ways. */
export function sortRows<T>(rows: readonly T[], columns: readonly Column<T>[], sort: Sort | undefined): readonly T[] {
  const value = sort && columns.find((column) => column.id === sort.column)?.value
  if (!value) return rows
  const missing = (row: T) => value(row) === null || value(row) === undefined
  const there = rows.filter((row) => !missing(row))
  const sign = sort.descending ? -1 : 1
  return [...there.toSorted((a, b) => sign * compare(value(a), value(b))), ...rows.filter(missing)]
}

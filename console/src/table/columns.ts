import type { ReactNode } from 'react'

export type SortValue = string | number | bigint | Date | null | undefined

/** A column of a table. The first one's cell is the link to the thing. */
export interface Column<T> {
  id: string
  header: string
  /** Header over this one and its neighbours of the same group. */
  group?: string
  /** The value as text unless given. */
  cell?: (row: T) => ReactNode
  /** What a wholly loaded list sorts by; without it the column does not sort. */
  value?: (row: T) => SortValue
  /** Set in the mono face: addresses, ids, sizes. */
  mono?: boolean
  /** Numbers that are compared by eye. */
  alignEnd?: boolean
  /** Greatest width as a CSS length, 22rem by default; longer text is cut and shown in the tooltip. */
  maxWidth?: string
}

export type Columns<T> = readonly [Column<T>, ...Column<T>[]]

/** The content of a cell; null where there is none. */
export function cellOf<T>({ cell, value }: Column<T>, row: T): ReactNode {
  if (cell) return cell(row)
  const found = value?.(row) ?? ''
  return found === '' ? null : String(found)
}

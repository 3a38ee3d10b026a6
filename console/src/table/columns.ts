import type { ReactNode } from 'react'
import { inSentence } from '~/lib/format/words.ts'

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
  /** Where a card, the row on a phone, shows it. Otherwise `cardPlaces` decides. */
  card?: 'state' | 'fact' | 'hidden'
}

type CardPlace = 'name' | NonNullable<Column<never>['card']>

/** Columns that a card has room for only if others leave it. */
const lesser = new Set(['description', 'time_created', 'id'])

/**
 * Where a card shows each column: the first is its name, one with the id `state` its state, and up to `most` others are
 * facts, in the order of the columns; description, creation time and id come after the rest.
 */
export function cardPlaces(columns: readonly Column<never>[], most: number): ReadonlyMap<string, CardPlace> {
  const places = new Map<string, CardPlace>()
  for (const [at, { id, card }] of columns.entries()) {
    const place = at === 0 ? 'name' : (card ?? (id === 'state' ? 'state' : undefined))
    if (place) places.set(id, place)
  }
  let room = most - [...places.values()].filter((place) => place === 'fact').length
  const open = columns.map(({ id }) => id).filter((id) => !places.has(id))
  for (const id of [...open.filter((id) => !lesser.has(id)), ...open.filter((id) => lesser.has(id))])
    places.set(id, room-- > 0 ? 'fact' : 'hidden')
  return places
}

export type Columns<T> = readonly [Column<T>, ...Column<T>[]]

/** What names a value that has no header above: `Policy kind`. */
export const cardLabel = ({ group, header }: Column<never>): string =>
  group ? `${group} ${inSentence(header)}` : header

/** The content of a cell; null where there is none. */
export function cellOf<T>({ cell, value }: Column<T>, row: T): ReactNode {
  if (cell) return cell(row)
  const found = value?.(row) ?? ''
  return found === '' ? null : String(found)
}

import type { ReactNode } from 'react'

/** A field or row that both sides changed, differently. A side is absent where it has no such row. */
export interface Clash {
  /** `Priority`, `Announcement 203.0.113.0/28`. */
  label: string
  before?: ReactNode
  mine?: ReactNode
  theirs?: ReactNode
}

export interface Merged<T> {
  /** The fresh copy with the change on it; the change wins where both clash. */
  value: T
  clashes: readonly Clash[]
}

/** Puts a change, from `base` to `mine`, onto a fresh copy. */
export type Merge<T> = (base: T, mine: T, theirs: T) => Merged<T>

/** Equal for equal values, whatever the order of their keys. */
const keyOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) => {
    if (typeof part === 'bigint') return String(part)
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  })

/** The value of the only side that changed it, if one did. */
function unopposed<T>(base: T, mine: T, theirs: T, content: (value: T) => unknown = (value) => value) {
  const [was, own, now] = [base, mine, theirs].map((value) => keyOf(content(value)))
  if (own === was) return { value: theirs, clashes: [] }
  return now === was || now === own ? { value: mine, clashes: [] } : undefined
}

export const whole =
  <T>(label: string, inWords: (value: T) => ReactNode): Merge<T> =>
  (base, mine, theirs) =>
    unopposed(base, mine, theirs) ?? {
      value: mine,
      clashes: [{ label, before: inWords(base), mine: inWords(mine), theirs: inWords(theirs) }],
    }

const quoted = (value: string) => (value ? `“${value}”` : 'empty')

export const text = (label: string): Merge<string> => whole(label, quoted)

/** A name and a description, which most things have. */
export const nameAndDescription = { name: text('Name'), description: text('Description') }

/** An object, field by field. */
export const fields =
  <T extends object>(each: { [F in keyof T]-?: Merge<T[F]> }): Merge<T> =>
  (base, mine, theirs) => {
    const names = Object.keys(each) as (keyof T & string)[]
    const parts = names.map((name) => [name, each[name](base[name], mine[name], theirs[name])] as const)
    return {
      value: { ...theirs, ...Object.fromEntries(parts.map(([name, { value }]) => [name, value])) },
      clashes: parts.flatMap(([, { clashes }]) => clashes),
    }
  }

interface RowWords<R> {
  label: (row: R) => string
  /** What it holds beside its key. */
  inWords: (row: R) => ReactNode
  /** The part that is compared; all of it by default. */
  content?: (row: R) => unknown
  /** Merges a row that both sides still have; otherwise it is changed as a whole. */
  inside?: Merge<R>
}

/** Something that may be added and removed. */
export const optional =
  <R>({ label, inWords, content = (row) => row, inside }: RowWords<R>): Merge<R | undefined> =>
  (base, mine, theirs) => {
    const sure = unopposed(base, mine, theirs, (row) => row && [content(row)])
    if (sure) return sure
    if (inside && base !== undefined && mine !== undefined && theirs !== undefined) return inside(base, mine, theirs)
    const side = (name: 'before' | 'mine' | 'theirs', row: R | undefined) =>
      row === undefined ? {} : { [name]: inWords(row) }
    const named = (base ?? mine ?? theirs)!
    return {
      value: mine,
      clashes: [{ label: label(named), ...side('before', base), ...side('mine', mine), ...side('theirs', theirs) }],
    }
  }

/** A list whose rows are known by a key: in the order of the fresh copy, with added rows at its end. */
export const rows =
  <R>({ key, ...words }: RowWords<R> & { key: (row: R) => string }): Merge<R[]> =>
  (base, mine, theirs) => {
    const [was, own, now] = [base, mine, theirs].map((list) => new Map(list.map((row) => [key(row), row])))
    const mergeRow = optional(words)
    const parts = [...new Set([...now!.keys(), ...own!.keys()])].map((each) =>
      mergeRow(was!.get(each), own!.get(each), now!.get(each)),
    )
    return {
      value: parts.flatMap(({ value }) => (value === undefined ? [] : [value])),
      clashes: parts.flatMap(({ clashes }) => clashes),
    }
  }

/** A list of values, each of them its own key. */
export const items = <R>(key: (item: R) => string = String): Merge<R[]> =>
  rows({ key, label: key, inWords: key, content: key })

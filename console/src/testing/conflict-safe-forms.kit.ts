import type { Method, RequestOf } from '~/api/queries.ts'
import type { Change } from '~/api/stale.ts'
import { writeMerged } from '~/shell/conflict/rewrite.ts'
import type { Merge } from '~/shell/conflict/three-way.ts'

/** A change of one field or row. */
export interface Edit<T> {
  /** Two edits of the same part clash, unless they are the same. */
  part: string
  make: (thing: T) => T
}

export interface Form<T> {
  name: string
  start: T
  edits: Edit<T>[]
  save: (base: T, mine: T) => Promise<unknown>
  /** What the server answers and takes for a thing. */
  answers: (thing: T) => object
  ofBody: (body: never, before: T) => T
}

export type Json = Record<string, unknown>

/** One field with two values that it may be set to. */
export const field = <T extends object, F extends keyof T & string>(
  name: F,
  one: T[F],
  other: T[F],
  part = name as string,
) => [one, other].map((value) => ({ part, make: (thing: T): T => ({ ...thing, [name]: value }) }))

/** A list of plain values: two that may be added, and the one at the start that may be removed. */
export const list = <T extends object, F extends keyof T & string>(name: F, first: unknown, ...added: unknown[]) => {
  const of = (thing: T) => thing[name] as unknown[]
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return [
    {
      part: `${name} first`,
      make: (thing: T): T => ({ ...thing, [name]: of(thing).filter((row) => !same(row, first)) }),
    },
    ...added.map((row) => ({
      part: `${name} ${JSON.stringify(row)}`,
      make: (thing: T): T => ({ ...thing, [name]: [...of(thing).filter((each) => !same(each, row)), row] }),
    })),
  ]
}

export const names = <T extends { name: string; description: string }>(): Edit<T>[] => [
  ...field<T, 'name'>('name', 'east' as T['name'], 'west' as T['name']),
  ...field<T, 'description'>('description', 'Mine' as T['description'], '' as T['description']),
]

export const same = (thing: unknown) => thing as Json
const body = (sent: never) => sent

/** A form whose thing is read and written with the same fields. */
export function panel<T extends object, V extends Method, M extends Change>(
  name: string,
  view: V,
  update: M,
  path: object,
  start: T,
  merge: Merge<T>,
  edits: Edit<T>[],
): Form<T> {
  const at = { path }
  const read = (answer: unknown) => answer as T
  const write = {
    view,
    at: at as RequestOf<V>,
    update,
    read,
    merge,
    request: (sent: T) => ({ ...at, body: sent }) as RequestOf<M>,
  }
  return { name, start, edits, save: (base, mine) => writeMerged(write, base, mine), answers: same, ofBody: body }
}

export const form = <T>(of: Form<T>) => of as unknown as Form<unknown>

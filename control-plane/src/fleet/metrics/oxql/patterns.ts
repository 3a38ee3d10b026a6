import { sql } from 'kysely'
import type { Db } from '../../../kernel/database/database.ts'
import type { Yielder } from '../../../kernel/limits/yielder.ts'
import { comparisonsOf, type Matches } from './filters.ts'
import { QueryError } from './query-error.ts'
import { isStorable } from './ranges.ts'
import type { Comparison, Filter } from './syntax.ts'
import type { Fields } from './tables.ts'

const MAX_PATTERN_LENGTH = 256
const TIMEOUT_MS = 1_000
/** Values per statement. */
const BATCH = 5_000

const INVALID_REGULAR_EXPRESSION = '2201B'
const QUERY_CANCELED = '57014'

/**
 * The field values that match each `~=` of a filter. Evaluated by PostgreSQL for all sources, with a timeout; its
 * matcher does not backtrack.
 * @throws QueryError when the expression is invalid or too slow
 */
export async function matchesOf(db: Db, filter: Filter, all: readonly Fields[], yielder: Yielder): Promise<Matches> {
  const matches = new Map<Comparison, ReadonlySet<string>>()
  const valuesOf = new Map<string, string[]>()
  for (const comparison of comparisonsOf(filter)) {
    if (comparison.operator !== '~=') continue
    const { name } = comparison
    const values = valuesOf.get(name) ?? (await distinctValues(name, all, yielder))
    valuesOf.set(name, values)
    matches.set(comparison, await matching(db, comparison, values, yielder))
  }
  return matches
}

async function distinctValues(name: string, all: readonly Fields[], yielder: Yielder): Promise<string[]> {
  const values = new Set<string>()
  await yielder.each(all.length, 1, (i) => {
    const value = all[i]![name]
    if (value !== undefined) values.add(String(value))
  })
  return [...values]
}

const invalid = (pattern: string, offset: number) =>
  new QueryError(`${JSON.stringify(pattern)} is not a regular expression`, offset)

/**
 * Checks an expression before anything is read. @throws QueryError when it is too long, or PostgreSQL would refuse it
 */
export function checkPattern({ literal, offset }: Comparison): void {
  const pattern = String(literal.value)
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new QueryError(`a regular expression has at most ${MAX_PATTERN_LENGTH} characters`, offset)
  if (!isStorable(pattern)) throw invalid(pattern, offset)
}

async function matching(
  db: Db,
  { literal, offset }: Comparison,
  values: readonly string[],
  yielder: Yielder,
): Promise<Set<string>> {
  const pattern = String(literal.value)
  const matched = new Set<string>()
  try {
    for (let at = 0; at < values.length; at += BATCH) {
      const found = await matchingOf(db, pattern, values.slice(at, at + BATCH))
      for (const value of found) matched.add(value)
      // Yields, so that an aborted query can end.
      await yielder.spent(BATCH)
    }
    return matched
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === INVALID_REGULAR_EXPRESSION) throw invalid(pattern, offset)
    if (code === QUERY_CANCELED)
      throw new QueryError(`the regular expression took more than ${TIMEOUT_MS / 1000} s`, offset)
    throw error
  }
}

const matchingOf = (db: Db, pattern: string, values: readonly string[]): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(TIMEOUT_MS)}`.execute(tx)
    const found = await sql<{ value: string }>`
      select value from unnest(${values}::text[]) as value where value ~ ${pattern}`.execute(tx)
    return found.rows.map(({ value }) => value)
  })

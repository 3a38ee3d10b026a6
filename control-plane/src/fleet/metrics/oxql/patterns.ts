import { sql } from 'kysely'
import type { Db } from '../../../kernel/database/database.ts'
import { comparisonsOf, type Matches } from './filters.ts'
import { QueryError } from './query-error.ts'
import { isStorable } from './ranges.ts'
import type { Comparison, Filter } from './syntax.ts'
import type { Fields } from './tables.ts'

const INVALID_REGULAR_EXPRESSION = '2201B'

/**
 * Which values of these fields match each `~=` of a filter. PostgreSQL decides: no expression takes it for ever, and it
 * is the same one wherever the samples come from.
 * @throws QueryError for what is no regular expression
 */
export async function matchesOf(db: Db, filter: Filter, all: readonly Fields[]): Promise<Matches> {
  const matches = new Map<Comparison, ReadonlySet<string>>()
  for (const comparison of comparisonsOf(filter)) {
    if (comparison.operator !== '~=') continue
    const values = [...new Set(all.flatMap((fields) => fields[comparison.name] ?? []).map(String))]
    matches.set(comparison, new Set(values.length ? await matching(db, comparison, values) : []))
  }
  return matches
}

async function matching(db: Db, { literal, offset }: Comparison, values: readonly string[]): Promise<string[]> {
  const pattern = String(literal.value)
  const refused = () => new QueryError(`${JSON.stringify(pattern)} is no regular expression`, offset)
  if (!isStorable(pattern)) throw refused()
  try {
    const found = await sql<{ value: string }>`
      select value from unnest(${values}::text[]) as value where value ~ ${pattern}`.execute(db)
    return found.rows.map(({ value }) => value)
  } catch (error) {
    throw (error as { code?: unknown }).code === INVALID_REGULAR_EXPRESSION ? refused() : error
  }
}

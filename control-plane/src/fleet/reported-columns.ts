import { type RawBuilder, sql } from 'kysely'

/** In an upsert: takes over what the platform reports in these columns. */
export const reportedValues = (columns: readonly string[]): Record<string, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]))

/** In an upsert: whether the platform reports something else than the row has. */
export const differsFromReport = (table: string, columns: readonly string[]): RawBuilder<boolean> => {
  const ofRow = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
  const reported = sql.join(columns.map((column) => sql.ref(`excluded.${column}`)))
  return sql<boolean>`(${ofRow}) is distinct from (${reported})`
}

import { type RawBuilder, sql } from 'kysely'

/** In an upsert: assigns the values that the platform reports. */
export const reportedValues = (columns: readonly string[]): Record<string, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]))

/** In an upsert: whether the reported values differ from the row's. */
export const differsFromReport = (table: string, columns: readonly string[]): RawBuilder<boolean> => {
  const ofRow = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
  const reported = sql.join(columns.map((column) => sql.ref(`excluded.${column}`)))
  return sql<boolean>`(${ofRow}) is distinct from (${reported})`
}

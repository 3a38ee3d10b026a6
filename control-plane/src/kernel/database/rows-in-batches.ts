import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Rows per fetch: they take about a millisecond to receive and parse. */
const BATCH = 2_000

/**
 * Reads a large result through a cursor: parsing does not block the event loop, and PostgreSQL computes only the rows
 * that are fetched.
 */
export const rowsInBatches = <Row>(
  db: Db,
  query: RawBuilder<Row>,
  take: (rows: readonly Row[]) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`declare batches no scroll cursor for ${query}`.execute(tx)
    for (let isMore = true; isMore;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from batches`.execute(tx)
      await take(rows)
      isMore = rows.length === BATCH
    }
  })

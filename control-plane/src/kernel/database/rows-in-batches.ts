import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Rows at once: they come and are parsed in about a millisecond. */
const BATCH = 2_000

/**
 * Reads a long answer a piece at a time, so that neither its parsing holds the event loop nor PostgreSQL works out more
 * than is taken.
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

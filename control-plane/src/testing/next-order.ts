import { sql } from 'kysely'
import type { Db } from '../kernel/database/database.ts'

/** An order above those of all sagas, for a test that calls the platform in the place of one. */
export async function nextOrder(db: Db): Promise<number> {
  const { rows } = await sql<{ order_no: number }>`select nextval('saga_orders') as order_no`.execute(db)
  return rows[0]!.order_no
}

import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../kernel/database/tables.ts'
import { invalidRequest } from '../kernel/http/errors.ts'

/**
 * Refuses to add to a VPC, gateway or project that has the maximum of such parts. A lock of the caller serializes
 * additions.
 * @param parts the existing parts
 * @throws 400
 */
export async function requireFewer(
  parts: SelectQueryBuilder<Tables, keyof Tables, object>,
  maximum: number,
  { parent, kind }: { parent: string; kind: string },
): Promise<void> {
  const count = sql<number>`count(*)::int`.as('count')
  const found = await parts.clearSelect().select(count).executeTakeFirstOrThrow()
  if (found.count >= maximum) throw invalidRequest(`a ${parent} can have at most ${maximum} ${kind}`)
}

import { type SelectQueryBuilder, sql } from 'kysely'
import { invalidRequest } from '../kernel/errors.ts'
import type { Tables } from '../kernel/database/tables.ts'

/**
 * Refuses another part of a VPC, gateway or project that has the maximum. A lock of the caller serializes additions.
 * @param parts those that it has
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

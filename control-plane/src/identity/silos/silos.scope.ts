import type { Call } from '../../kernel/call.ts'
import type { Queryable } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { selector } from '../../kernel/scope.ts'
import type { Row } from '../../kernel/tables.ts'
import { findSilo } from './silos.repo.ts'

type Selecting = Pick<Call, 'access'> & { db: Queryable; query: { silo?: string | undefined } }

/**
 * The silo that the request's `silo` selector names, with permission for the operation on it.
 * @throws 404 when there is none that the actor may see, 403
 */
export async function selectedSilo(call: Selecting): Promise<Row<'silos'>> {
  const by = selector(call.query.silo ?? '')
  const hidden = () => notFound('silo', by)
  const silo = await findSilo(call.db, by)
  if (!silo) throw hidden()
  call.access.onSilo(silo.id, hidden, silo.mapped_fleet_roles)
  return silo
}

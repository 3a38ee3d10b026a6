import { notFound } from '../http/errors.ts'
import type { Tx } from './database.ts'
import type { Row } from './tables.ts'

/** Locks a project against deletion (a shared lock) until the transaction ends. @throws 404 if it is deleted */
export async function lockProjectShared(tx: Tx, id: string): Promise<void> {
  const held = await tx.selectFrom('projects').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  if (!held) throw notFound('project', { id })
}

/** Locks a project before it or its policy changes; undefined if it is deleted. */
export const lockProject = (tx: Tx, id: string): Promise<Row<'projects'> | undefined> =>
  tx.selectFrom('projects').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

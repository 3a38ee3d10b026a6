import type { Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'

/** Keeps a project from being deleted until the transaction ends; others may hold it too. @throws 404 when it is gone */
export async function holdProject(tx: Tx, id: string): Promise<void> {
  const held = await tx.selectFrom('projects').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  if (!held) throw notFound('project', { id })
}

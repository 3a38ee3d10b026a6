import { snapshotCan } from '@skerry/contract/rules/snapshots.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Call } from '../../kernel/http/call.ts'
import { invalidRequest, notFound } from '../../kernel/http/errors.ts'

interface InProject {
  id: string
  silo_id: string
}

/**
 * The source snapshot of a new thing in a project, locked against deletion until the transaction ends.
 * @throws 404 when it does not exist or is not visible, 400 when it is in another project or not ready
 */
export async function snapshotAsSource(
  tx: Tx,
  call: Call,
  project: InProject | undefined,
  id: string,
  use: 'createDisk' | 'createImage',
): Promise<Row<'snapshots'>> {
  const snapshot = tx
    .selectFrom('snapshots')
    .innerJoin('projects', 'projects.id', 'snapshots.project_id')
    .selectAll('snapshots')
    .select('projects.silo_id')
    .where('snapshots.id', '=', id)
  const seen = await snapshot.executeTakeFirst()
  if (!seen || !call.access.projectRole({ id: seen.project_id, silo_id: seen.silo_id }))
    throw notFound('snapshot', { id })
  if (project && seen.project_id !== project.id) throw invalidRequest(`snapshot "${seen.name}" is in another project`)
  const row = await snapshot.forKeyShare('snapshots').executeTakeFirstOrThrow(() => notFound('snapshot', { id }))
  const refusal = snapshotCan[use].refusal(row)
  if (refusal) throw invalidRequest(refusal)
  return row
}

/**
 * The source image of a new disk, locked against deletion until the transaction ends. It may still be copied from its
 * snapshot: the disk's saga waits for that.
 * @throws 404 when it does not exist or is not visible, 400 when it is in another project or lost
 */
export async function imageAsSource(tx: Tx, call: Call, project: InProject, id: string): Promise<Row<'images'>> {
  const image = tx.selectFrom('images').selectAll().where('id', '=', id).where('silo_id', '=', project.silo_id)
  const seen = await image.executeTakeFirst()
  const role = seen?.project_id
    ? call.access.projectRole({ id: seen.project_id, silo_id: seen.silo_id })
    : call.access.siloRole
  if (!seen || !role) throw notFound('image', { id })
  const row = await image.forKeyShare().executeTakeFirstOrThrow(() => notFound('image', { id }))
  if (row.project_id && row.project_id !== project.id)
    throw invalidRequest(`image "${row.name}" is in another project: promote it to share it`)
  if (row.state === 'faulted') throw invalidRequest(`the content of image "${row.name}" is lost: delete it`)
  return row
}

import { selector } from '../../kernel/access/scope.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { Call } from '../../kernel/http/call.ts'
import { invalidRequest, notFound } from '../../kernel/http/errors.ts'

/**
 * The disk that a request's body names, locked: by name in the project of the request, or by id.
 * @throws 404 when it does not exist or is not visible, 400 when it is in another project
 */
export async function diskInBody(
  tx: Tx,
  call: Call,
  projectId: string,
  nameOrId: string,
): Promise<Row<'disks'> & { silo_id: string }> {
  const by = selector(nameOrId)
  const disks = tx
    .selectFrom('disks')
    .innerJoin('projects', 'projects.id', 'disks.project_id')
    .selectAll('disks')
    .select('projects.silo_id')
  const disk = await (
    'id' in by
      ? disks.where('disks.id', '=', by.id)
      : disks.where('disks.name', '=', by.name).where('disks.project_id', '=', projectId)
  ).executeTakeFirst()
  if (!disk || !call.access.projectRole({ id: disk.project_id, silo_id: disk.silo_id })) throw notFound('disk', by)
  if (disk.project_id !== projectId) throw invalidRequest(`disk "${disk.name}" is in another project`)
  return disks
    .where('disks.id', '=', disk.id)
    .forUpdate('disks')
    .executeTakeFirstOrThrow(() => notFound('disk', by))
}

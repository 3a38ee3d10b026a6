import { isUuid } from '@skerry/contract/rules/names.ts'
import type { Access } from '../../kernel/access/access.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { type ApiError, invalidRequest, notFound } from '../../kernel/http/errors.ts'

type ExternalIp = Row<'external_ips'>

/**
 * Attaches a floating IP of the project to an instance. No-op when it is already attached to it.
 * @param floatingIp name in the project, or id; locked only if it is in the project, where the caller may change it
 * @throws 404 when it does not exist or is not visible, 400 when it is in another project or attached elsewhere
 */
export async function attachFloating(
  tx: Tx,
  { projectId, instanceId, floatingIp, access }: Attachment,
  now: Date,
): Promise<ExternalIp> {
  const row = await tx
    .selectFrom('external_ips')
    .selectAll()
    .where('kind', '=', 'floating')
    .where('project_id', '=', projectId)
    .where(isUuid(floatingIp) ? 'id' : 'name', '=', floatingIp)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw await floatingIpError(tx, floatingIp, access)
  if (row.instance_id === instanceId) return row
  if (row.instance_id) throw await alreadyAttachedError(tx, row.name, row.instance_id)
  return tx
    .updateTable('external_ips')
    .set({ instance_id: instanceId, time_modified: now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The message names the instance: a caller who may see the address may see its whole project. */
export async function alreadyAttachedError(tx: Tx, floatingIp: string | null, instanceId: string): Promise<ApiError> {
  const { name } = await tx
    .selectFrom('instances')
    .select('name')
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow()
  return invalidRequest(`floating IP "${floatingIp}" is attached to instance "${name}": detach it first`)
}

interface Attachment {
  projectId: string
  instanceId: string
  floatingIp: string
  access: Access
}

/** The error for a floating IP outside the project: 404 when the caller may not see it, else 400. */
async function floatingIpError(tx: Tx, floatingIp: string, access: Access) {
  const other = isUuid(floatingIp)
    ? await tx
        .selectFrom('external_ips')
        .innerJoin('projects', 'projects.id', 'external_ips.project_id')
        .select(['projects.id', 'projects.silo_id'])
        .where('external_ips.id', '=', floatingIp)
        .where('kind', '=', 'floating')
        .executeTakeFirst()
    : undefined
  return other && access.projectRole(other)
    ? invalidRequest('the floating IP belongs to another project')
    : notFound('floating-ip', selector(floatingIp))
}

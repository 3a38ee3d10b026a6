import { isUuid } from '@skerry/contract/rules/names.ts'
import type { Access } from '../../kernel/access/access.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { type ApiError, invalidRequest, notFound } from '../../kernel/errors.ts'
import { selector } from '../../kernel/access/scope.ts'
import type { Row } from '../../kernel/database/tables.ts'

type ExternalIp = Row<'external_ips'>

/**
 * Gives a floating IP of the project to an instance. Where it is attached to that instance already nothing changes.
 * @param floatingIp name in the project, or id; held for change only in the project, where its caller may change it
 * @throws 404 when there is none to be seen; 400 when it is another project's or attached elsewhere
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
  if (!row) throw await whyNotFloating(tx, floatingIp, access)
  if (row.instance_id === instanceId) return row
  if (row.instance_id) throw await alreadyAttached(tx, row.name, row.instance_id)
  return tx
    .updateTable('external_ips')
    .set({ instance_id: instanceId, time_modified: now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Names the instance: who may see the address may see all of its project. */
export async function alreadyAttached(tx: Tx, floatingIp: string | null, instanceId: string): Promise<ApiError> {
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

/** What is said of a floating IP that is not in the project: one that the caller cannot see is as if absent. */
async function whyNotFloating(tx: Tx, floatingIp: string, access: Access) {
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

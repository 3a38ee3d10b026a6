import type { AnyCall } from '../../kernel/http/call.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { invalidRequest, notFound } from '../../kernel/errors.ts'
import { selectedProject, selector } from '../../kernel/access/scope.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { type Group, type GroupKind, joinGroup, kindOf } from './affinity.repo.ts'

/**
 * A group by id, or by name in a project, with permission for the operation.
 * @throws 404, 403
 */
export async function findGroup(
  call: AnyCall,
  db: Queryable,
  kind: GroupKind,
  nameOrId: string,
  options: { lock?: boolean; projectId?: string | undefined } = {},
): Promise<Group> {
  const by = selector(nameOrId)
  const projectId = options.projectId ?? ('name' in by ? selectedProject(call).id : undefined)
  const hidden = () => notFound(kindOf[kind], by)
  const group = await db
    .selectFrom('affinity_groups')
    .innerJoin('projects', 'projects.id', 'affinity_groups.project_id')
    .selectAll('affinity_groups')
    .select('projects.silo_id')
    .where('affinity_groups.kind', '=', kind)
    .$if('id' in by, (query) => query.where('affinity_groups.id', '=', (by as { id: string }).id))
    .$if('name' in by, (query) =>
      query
        .where('affinity_groups.name', '=', (by as { name: string }).name)
        .where('affinity_groups.project_id', '=', projectId ?? ''),
    )
    .executeTakeFirst()
  if (!group) throw hidden()
  call.access.onProject({ id: group.project_id, silo_id: group.silo_id }, hidden)
  if (!options.lock) return group
  const held = db.selectFrom('affinity_groups').selectAll().where('id', '=', group.id).forUpdate()
  return { ...(await held.executeTakeFirstOrThrow(hidden)), silo_id: group.silo_id }
}

/**
 * Adds a new instance to the groups of its request.
 * @throws 404 when one does not exist, 400 when one is in another project, full or named more than once
 */
export async function joinGroups(
  tx: Tx,
  call: AnyCall,
  instance: Row<'instances'>,
  kind: GroupKind,
  wanted: readonly string[],
): Promise<void> {
  const groups = new Map<string, Group>()
  // Sorted by name, which avoids deadlocks.
  for (const nameOrId of wanted.toSorted()) {
    const group = await findGroup(call, tx, kind, nameOrId, { lock: true, projectId: instance.project_id })
    if (group.project_id !== instance.project_id) throw invalidRequest(`group "${group.name}" is in another project`)
    if (groups.has(group.id)) throw invalidRequest(`group "${group.name}" is named more than once`)
    groups.set(group.id, group)
  }
  for (const group of groups.values()) await joinGroup(tx, group, instance)
}

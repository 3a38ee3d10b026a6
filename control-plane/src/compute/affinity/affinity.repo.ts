import { maxGroups } from '@skerry/contract/rules/instances.ts'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { AnyCall } from '../../kernel/http/call.ts'
import { alreadyExists, invalidRequest, type Kind } from '../../kernel/http/errors.ts'
import { find } from '../../kernel/resources/find.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { affinityGroups } from './group.resource.ts'

export type GroupRow = Row<'affinity_groups'> & { silo_id: string }
export type GroupKind = GroupRow['kind']

const MAX_MEMBERS = 32

export const memberKindOf: Record<GroupKind, Kind> = {
  affinity: 'affinity-group-member',
  anti_affinity: 'anti-affinity-group-member',
}

const groupsOfProject = (db: Queryable, kind: GroupKind, projectId: string) =>
  db.selectFrom('affinity_groups').selectAll().where('kind', '=', kind).where('project_id', '=', projectId)

/** Adds the number of members in the same statement. */
export const listedGroups = (db: Queryable, kind: GroupKind, projectId: string) =>
  groupsOfProject(db, kind, projectId).select(
    sql<number>`(select count(*)::int from affinity_group_members where group_id = affinity_groups.id)`.as(
      'member_count',
    ),
  )

export const groupsOfInstance = (db: Queryable, kind: GroupKind, instanceId: string) =>
  db
    .selectFrom('affinity_groups')
    .innerJoin('affinity_group_members', 'affinity_group_members.group_id', 'affinity_groups.id')
    .selectAll('affinity_groups')
    .where('affinity_group_members.instance_id', '=', instanceId)
    .where('kind', '=', kind)

export const membersOf = (db: Queryable, groupId: string) =>
  db
    .selectFrom('affinity_group_members')
    .innerJoin('instances', 'instances.id', 'affinity_group_members.instance_id')
    .select(['instances.id', 'instances.name', 'instances.run_state'])
    .where('affinity_group_members.group_id', '=', groupId)

export const insertGroup = (
  tx: Tx,
  kind: GroupKind,
  projectId: string,
  fields: Pick<GroupRow, 'name' | 'description' | 'policy' | 'failure_domain'>,
  now: Date,
): Promise<Row<'affinity_groups'>> => {
  const { name, description, policy, failure_domain } = fields
  const named = { id: randomId(), project_id: projectId, kind, name, description }
  return tx
    .insertInto('affinity_groups')
    .values({ ...named, policy, failure_domain, time_created: now, time_modified: now })
    .returningAll()
    .$call(throwIfTaken(affinityGroups[kind].kind, name))
}

/**
 * Adds a locked instance to a locked group.
 * @throws 400 when it is a member already, or either has reached its limit
 */
export async function joinGroup(tx: Tx, group: GroupRow, instance: { id: string; name: string }): Promise<void> {
  const added = await tx
    .insertInto('affinity_group_members')
    .values({ group_id: group.id, instance_id: instance.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!added.numInsertedOrUpdatedRows) throw alreadyExists(memberKindOf[group.kind], instance.name)
  const { members } = await tx
    .selectFrom('affinity_group_members')
    .where('group_id', '=', group.id)
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow()
  if (members > MAX_MEMBERS) throw invalidRequest(`a group can have at most ${MAX_MEMBERS} members`)
  const groups = await groupsOfInstance(tx, group.kind, instance.id).execute()
  if (groups.length > maxGroups) throw invalidRequest(`an instance can be in at most ${maxGroups} groups of a kind`)
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
  const joined = new Map<string, GroupRow>()
  // Sorted by name, which avoids deadlocks.
  for (const nameOrId of wanted.toSorted()) {
    const group = await find(call, tx, affinityGroups[kind], nameOrId, { lock: true, project: instance.project_id })
    if (group.project_id !== instance.project_id) throw invalidRequest(`group "${group.name}" is in another project`)
    if (joined.has(group.id)) throw invalidRequest(`group "${group.name}" is named more than once`)
    joined.set(group.id, group)
  }
  for (const group of joined.values()) await joinGroup(tx, group, instance)
}

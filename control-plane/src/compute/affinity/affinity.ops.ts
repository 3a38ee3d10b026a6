import type { affinity, AffinityGroupCreate, AffinityGroupUpdate } from '@skerry/contract/compute/affinity.ts'
import { instanceCan } from '@skerry/contract/rules/instances.ts'
import { lockQuota } from '../../identity/quotas/quotas.repo.ts'
import { selectedProject, selector } from '../../kernel/access/scope.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { lockProjectShared } from '../../kernel/database/lock-project.ts'
import { lockNames, requireFreeName } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import type { AnyCall, CallAt, Handlers } from '../../kernel/http/call.ts'
import { differenceOf } from '../../kernel/http/difference.ts'
import { invalidRequest, notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { refuseUnless } from '../../kernel/http/refuse.ts'
import { find } from '../../kernel/resources/find.ts'
import { instances } from '../../kernel/resources/instance.resource.ts'
import {
  type GroupRow,
  type GroupKind,
  groupsOfInstance,
  insertGroup,
  joinGroup,
  listedGroups,
  memberKindOf,
  membersOf,
} from './affinity.repo.ts'
import { affinityGroups } from './group.resource.ts'
import { affinityGroupView, listedGroupView, memberView } from './group.view.ts'

interface Params {
  affinity_group?: string
  anti_affinity_group?: string
  instance?: string
}
type GroupCall = AnyCall & { params: Params }

const groupParam = ({ params }: GroupCall): string => params.affinity_group ?? params.anti_affinity_group ?? ''

/** The group in the path. */
const groupInPath = (call: GroupCall, db: Queryable, kind: GroupKind, lock?: (group: GroupRow) => Promise<unknown>) =>
  find(call, db, affinityGroups[kind], groupParam(call), { lock })

/**
 * The group and the instance in the path. Names are looked up in the project of the query; an instance's name without
 * one in the group's project.
 */
async function pairInPath(call: GroupCall, tx: Queryable, kind: GroupKind, options: { lock?: boolean } = {}) {
  const { project } = call.query as { project?: string }
  const instanceBy = selector(call.params.instance ?? '')
  const named = project !== undefined && 'name' in instanceBy ? selectedProject(call).id : undefined
  const group = await find(call, tx, affinityGroups[kind], groupParam(call), { project: named })
  if (named !== undefined && group.project_id !== named)
    throw invalidRequest(`group "${group.name}" is in another project`)

  if (options.lock) await lockQuota(tx as Tx, group.silo_id)
  const instance = await tx
    .selectFrom('instances')
    .innerJoin('projects', 'projects.id', 'instances.project_id')
    .selectAll('instances')
    .select('projects.silo_id')
    .$if('id' in instanceBy, (query) => query.where('instances.id', '=', (instanceBy as { id: string }).id))
    .$if('name' in instanceBy, (query) =>
      query
        .where('instances.name', '=', (instanceBy as { name: string }).name)
        .where('instances.project_id', '=', group.project_id),
    )
    .executeTakeFirst()
  if (!instance || !call.access.projectRole({ id: instance.project_id, silo_id: instance.silo_id }))
    throw notFound('instance', instanceBy)
  if (instance.project_id !== group.project_id)
    throw invalidRequest(`instance "${instance.name}" is in another project`)
  if (!options.lock) return { group, instance }
  const held = await tx
    .selectFrom('instances')
    .selectAll()
    .where('id', '=', instance.id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('instance', instanceBy))
  const found = { project: group.project_id, lock: true }
  return { group: await find(call, tx, affinityGroups[kind], group.id, found), instance: held }
}

const isMember = (db: Queryable, group: GroupRow, instance: { id: string }) =>
  membersOf(db, group.id).where('instances.id', '=', instance.id).executeTakeFirst()

const notAMember = (kind: GroupKind, instance: Row<'instances'>) =>
  notFound(memberKindOf[kind], { name: instance.name })

/** The operations on groups of one kind, which differ in the names of their parameters. */
const operationsOn = (kind: GroupKind) => ({
  list(call: AnyCall) {
    const project = selectedProject(call)
    return pageOf(call.page, call.sort, listedGroups(call.db, kind, project.id), {
      table: 'affinity_groups',
      view: listedGroupView,
    })
  },

  create(call: AnyCall & { body: AffinityGroupCreate }) {
    const project = selectedProject(call)
    return call.transaction(async (tx) => {
      await lockProjectShared(tx, project.id)
      const group = await insertGroup(tx, kind, project.id, call.body, call.now)
      call.target(group.id)
      return affinityGroupView(group)
    })
  },

  view: async (call: GroupCall) => affinityGroupView(await groupInPath(call, call.db, kind)),

  update: (call: GroupCall & { body: AffinityGroupUpdate }) =>
    call.transaction(async (tx) => {
      const group = await groupInPath(call, tx, kind, ({ project_id }) => lockNames(tx, 'projects', project_id))
      call.target(group.id)
      const { name, description } = call.body
      await requireFreeName(tx, affinityGroups[kind], group.id, name ?? undefined)
      const row = await tx
        .updateTable('affinity_groups')
        .set({ name: name ?? undefined, description: description ?? undefined, time_modified: call.now })
        .where('id', '=', group.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      call.target(group.id, differenceOf(affinityGroupView(group), affinityGroupView(row)))
      return affinityGroupView(row)
    }),

  delete: (call: GroupCall) =>
    call.transaction(async (tx) => {
      const group = await groupInPath(call, tx, kind, ({ silo_id }) => lockQuota(tx, silo_id))
      call.target(group.id)
      await tx.deleteFrom('affinity_groups').where('id', '=', group.id).execute()
    }),

  async listMembers(call: GroupCall) {
    const group = await groupInPath(call, call.db, kind)
    return pageOf(call.page, call.sort, membersOf(call.db, group.id), { table: 'instances', view: memberView })
  },

  async viewMember(call: GroupCall) {
    const { group, instance } = await pairInPath(call, call.db, kind)
    if (!(await isMember(call.db, group, instance))) throw notAMember(kind, instance)
    return memberView(instance)
  },

  addMember: (call: GroupCall) =>
    call.transaction(async (tx) => {
      const { group, instance } = await pairInPath(call, tx, kind, { lock: true })
      call.target(group.id)
      call.mention(instance.id)
      // A failed instance has no machine either.
      if (instance.run_state !== 'failed') refuseUnless(instanceCan.joinAffinityGroup, instance.run_state)
      await joinGroup(tx, group, instance)
      return memberView(instance)
    }),

  deleteMember: (call: GroupCall) =>
    call.transaction(async (tx: Tx) => {
      const { group, instance } = await pairInPath(call, tx, kind, { lock: true })
      call.target(group.id)
      call.mention(instance.id)
      const { numDeletedRows } = await tx
        .deleteFrom('affinity_group_members')
        .where('group_id', '=', group.id)
        .where('instance_id', '=', instance.id)
        .executeTakeFirst()
      if (!numDeletedRows) throw notAMember(kind, instance)
    }),

  async ofInstance(call: CallAt<'instance'>) {
    const instance = await find(call, call.db, instances, call.params.instance)
    return pageOf(call.page, call.sort, groupsOfInstance(call.db, kind, instance.id), {
      table: 'affinity_groups',
      view: affinityGroupView,
    })
  },
})

const together = operationsOn('affinity')
const apart = operationsOn('anti_affinity')

export const affinityOps: Handlers<typeof affinity> = {
  affinity_group_list: together.list,
  affinity_group_create: together.create,
  affinity_group_view: together.view,
  affinity_group_update: together.update,
  affinity_group_delete: together.delete,
  affinity_group_member_list: together.listMembers,
  affinity_group_member_instance_view: together.viewMember,
  affinity_group_member_instance_add: together.addMember,
  affinity_group_member_instance_delete: together.deleteMember,
  anti_affinity_group_list: apart.list,
  anti_affinity_group_create: apart.create,
  anti_affinity_group_view: apart.view,
  anti_affinity_group_update: apart.update,
  anti_affinity_group_delete: apart.delete,
  anti_affinity_group_member_list: apart.listMembers,
  anti_affinity_group_member_instance_view: apart.viewMember,
  anti_affinity_group_member_instance_add: apart.addMember,
  anti_affinity_group_member_instance_delete: apart.deleteMember,
  instance_affinity_group_list: together.ofInstance,
  instance_anti_affinity_group_list: apart.ofInstance,
}

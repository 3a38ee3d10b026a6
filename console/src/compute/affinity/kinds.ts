import type { OperationId } from '@skerry/contract/operations.ts'
import type { AffinityGroup, AffinityPolicy, AntiAffinityGroup } from '~/api/types.gen.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

/** Most members of a group; the control plane refuses more. */
export const maxMembers = 32

/** A group in an operation's path. Each kind has one of the two; said to have both, it suits either's operations. */
interface PathOf {
  antiAffinityGroup: string
  affinityGroup: string
}

/** How the two kinds of groups differ: names of operations, paths and words. All other code is shared. */
export interface GroupKind {
  key: 'anti-affinity' | 'affinity'
  /** On badges and chips. */
  label: string
  /** In a sentence: `anti-affinity group`. */
  thing: string
  /** What it does, at the choice of a kind. */
  purpose: string
  list: 'antiAffinityGroupList' | 'affinityGroupList'
  view: 'antiAffinityGroupView' | 'affinityGroupView'
  create: 'antiAffinityGroupCreate' | 'affinityGroupCreate'
  update: 'antiAffinityGroupUpdate' | 'affinityGroupUpdate'
  delete: 'antiAffinityGroupDelete' | 'affinityGroupDelete'
  members: 'antiAffinityGroupMemberList' | 'affinityGroupMemberList'
  viewMember: 'antiAffinityGroupMemberInstanceView' | 'affinityGroupMemberInstanceView'
  addMember: 'antiAffinityGroupMemberInstanceAdd' | 'affinityGroupMemberInstanceAdd'
  removeMember: 'antiAffinityGroupMemberInstanceDelete' | 'affinityGroupMemberInstanceDelete'
  /** The groups that an instance is in. */
  ofInstance: 'instanceAntiAffinityGroupList' | 'instanceAffinityGroupList'
  needs: Record<'create' | 'update' | 'delete' | 'addMember' | 'removeMember', OperationId>
  /** The parameter that names a group in the path of an operation. */
  pathOf: (nameOrId: string) => PathOf
  /** The parameter that names a group in the URL of a page. */
  param: 'antiAffinityGroup' | 'affinityGroup'
  /** The page of a group. */
  path: (project: string, group: string) => Path
  editPath: (project: string, group: string) => Path
}

export const antiAffinity: GroupKind = {
  key: 'anti-affinity',
  label: 'Anti-affinity',
  thing: 'anti-affinity group',
  purpose: 'Places its instances on different sleds',
  list: 'antiAffinityGroupList',
  view: 'antiAffinityGroupView',
  create: 'antiAffinityGroupCreate',
  update: 'antiAffinityGroupUpdate',
  delete: 'antiAffinityGroupDelete',
  members: 'antiAffinityGroupMemberList',
  viewMember: 'antiAffinityGroupMemberInstanceView',
  addMember: 'antiAffinityGroupMemberInstanceAdd',
  removeMember: 'antiAffinityGroupMemberInstanceDelete',
  ofInstance: 'instanceAntiAffinityGroupList',
  needs: {
    create: 'anti_affinity_group_create',
    update: 'anti_affinity_group_update',
    delete: 'anti_affinity_group_delete',
    addMember: 'anti_affinity_group_member_instance_add',
    removeMember: 'anti_affinity_group_member_instance_delete',
  },
  pathOf: (nameOrId) => ({ antiAffinityGroup: nameOrId }) as PathOf,
  param: 'antiAffinityGroup',
  path: (project, antiAffinityGroup) =>
    pathTo('/projects/$project/affinity/$antiAffinityGroup', { project, antiAffinityGroup }),
  editPath: (project, antiAffinityGroup) =>
    pathTo('/projects/$project/affinity/$antiAffinityGroup/edit', { project, antiAffinityGroup }),
}

export const affinity: GroupKind = {
  key: 'affinity',
  label: 'Affinity',
  thing: 'affinity group',
  purpose: 'Places its instances on the same sled',
  list: 'affinityGroupList',
  view: 'affinityGroupView',
  create: 'affinityGroupCreate',
  update: 'affinityGroupUpdate',
  delete: 'affinityGroupDelete',
  members: 'affinityGroupMemberList',
  viewMember: 'affinityGroupMemberInstanceView',
  addMember: 'affinityGroupMemberInstanceAdd',
  removeMember: 'affinityGroupMemberInstanceDelete',
  ofInstance: 'instanceAffinityGroupList',
  needs: {
    create: 'affinity_group_create',
    update: 'affinity_group_update',
    delete: 'affinity_group_delete',
    addMember: 'affinity_group_member_instance_add',
    removeMember: 'affinity_group_member_instance_delete',
  },
  pathOf: (nameOrId) => ({ affinityGroup: nameOrId }) as PathOf,
  param: 'affinityGroup',
  path: (project, affinityGroup) =>
    pathTo('/projects/$project/affinity-groups/$affinityGroup', { project, affinityGroup }),
  editPath: (project, affinityGroup) =>
    pathTo('/projects/$project/affinity-groups/$affinityGroup/edit', { project, affinityGroup }),
}

export const kinds = [antiAffinity, affinity] as const

export type Group = (AntiAffinityGroup | AffinityGroup) & { kind: GroupKind }

export const policyLabel: Record<AffinityPolicy, string> = { allow: 'Allow', fail: 'Fail' }

export const listPath = (project: string): Path => pathTo('/projects/$project/affinity', { project })

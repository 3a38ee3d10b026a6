import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { changedIdentity, identity, Name, NameOrId, newIdentity, uint, uuid } from '../values.ts'
import { InstanceState } from './instances.ts'

export const AffinityPolicy = z.enum(['allow', 'fail']).meta({ id: 'AffinityPolicy' })
export type AffinityPolicy = z.infer<typeof AffinityPolicy>

export const FailureDomain = z.literal('sled').meta({ id: 'FailureDomain' })
export type FailureDomain = z.infer<typeof FailureDomain>

const group = {
  ...identity,
  failure_domain: FailureDomain,
  policy: AffinityPolicy,
  project_id: uuid,
  /** Only in the list of a project's groups. */
  member_count: uint.optional(),
}

export const AffinityGroup = z.object(group).meta({ id: 'AffinityGroup' })
export type AffinityGroup = z.infer<typeof AffinityGroup>

export const AffinityGroupCreate = z
  .object({ ...newIdentity, failure_domain: FailureDomain, policy: AffinityPolicy })
  .meta({ id: 'AffinityGroupCreate' })
export type AffinityGroupCreate = z.infer<typeof AffinityGroupCreate>

export const AffinityGroupMember = z
  .object({ type: z.literal('instance'), value: z.object({ id: uuid, name: Name, run_state: InstanceState }) })
  .meta({ id: 'AffinityGroupMember' })
export type AffinityGroupMember = z.infer<typeof AffinityGroupMember>

export const AffinityGroupUpdate = z.object(changedIdentity).meta({ id: 'AffinityGroupUpdate' })
export type AffinityGroupUpdate = z.infer<typeof AffinityGroupUpdate>

export const AntiAffinityGroup = z.object(group).meta({ id: 'AntiAffinityGroup' })
export type AntiAffinityGroup = z.infer<typeof AntiAffinityGroup>

export const AntiAffinityGroupCreate = z
  .object({ ...newIdentity, failure_domain: FailureDomain, policy: AffinityPolicy })
  .meta({ id: 'AntiAffinityGroupCreate' })
export type AntiAffinityGroupCreate = z.infer<typeof AntiAffinityGroupCreate>

export const AntiAffinityGroupMember = z
  .object({ type: z.literal('instance'), value: z.object({ id: uuid, name: Name, run_state: InstanceState }) })
  .meta({ id: 'AntiAffinityGroupMember' })
export type AntiAffinityGroupMember = z.infer<typeof AntiAffinityGroupMember>

export const AntiAffinityGroupUpdate = z.object(changedIdentity).meta({ id: 'AntiAffinityGroupUpdate' })
export type AntiAffinityGroupUpdate = z.infer<typeof AntiAffinityGroupUpdate>

export const affinity = defineOperations({
  affinity_group_list: {
    tag: 'experimental',
    method: 'get',
    path: '/v1/affinity-groups',
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    firstPage: ['project'],
    paginated: true,
    answer: [200, resultsPage(AffinityGroup)],
  },
  affinity_group_create: {
    tag: 'experimental',
    method: 'post',
    path: '/v1/affinity-groups',
    query: z.object({ project: NameOrId }),
    body: AffinityGroupCreate,
    answer: [201, AffinityGroup],
  },
  affinity_group_view: {
    tag: 'experimental',
    method: 'get',
    path: '/v1/affinity-groups/{affinity_group}',
    params: z.object({ affinity_group: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, AffinityGroup],
  },
  affinity_group_update: {
    tag: 'experimental',
    method: 'put',
    path: '/v1/affinity-groups/{affinity_group}',
    params: z.object({ affinity_group: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: AffinityGroupUpdate,
    answer: [200, AffinityGroup],
  },
  affinity_group_delete: {
    tag: 'experimental',
    method: 'delete',
    path: '/v1/affinity-groups/{affinity_group}',
    params: z.object({ affinity_group: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  affinity_group_member_list: {
    tag: 'experimental',
    method: 'get',
    path: '/v1/affinity-groups/{affinity_group}/members',
    params: z.object({ affinity_group: NameOrId }),
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    paginated: true,
    answer: [200, resultsPage(AffinityGroupMember)],
  },
  affinity_group_member_instance_view: {
    tag: 'experimental',
    method: 'get',
    path: '/v1/affinity-groups/{affinity_group}/members/instance/{instance}',
    params: z.object({ affinity_group: NameOrId, instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, AffinityGroupMember],
  },
  affinity_group_member_instance_add: {
    tag: 'experimental',
    method: 'post',
    path: '/v1/affinity-groups/{affinity_group}/members/instance/{instance}',
    params: z.object({ affinity_group: NameOrId, instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [201, AffinityGroupMember],
  },
  affinity_group_member_instance_delete: {
    tag: 'experimental',
    method: 'delete',
    path: '/v1/affinity-groups/{affinity_group}/members/instance/{instance}',
    params: z.object({ affinity_group: NameOrId, instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  anti_affinity_group_list: {
    tag: 'affinity',
    method: 'get',
    path: '/v1/anti-affinity-groups',
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    firstPage: ['project'],
    paginated: true,
    answer: [200, resultsPage(AntiAffinityGroup)],
  },
  anti_affinity_group_create: {
    tag: 'affinity',
    method: 'post',
    path: '/v1/anti-affinity-groups',
    query: z.object({ project: NameOrId }),
    body: AntiAffinityGroupCreate,
    answer: [201, AntiAffinityGroup],
  },
  anti_affinity_group_view: {
    tag: 'affinity',
    method: 'get',
    path: '/v1/anti-affinity-groups/{anti_affinity_group}',
    params: z.object({ anti_affinity_group: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, AntiAffinityGroup],
  },
  anti_affinity_group_update: {
    tag: 'affinity',
    method: 'put',
    path: '/v1/anti-affinity-groups/{anti_affinity_group}',
    params: z.object({ anti_affinity_group: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: AntiAffinityGroupUpdate,
    answer: [200, AntiAffinityGroup],
  },
  anti_affinity_group_delete: {
    tag: 'affinity',
    method: 'delete',
    path: '/v1/anti-affinity-groups/{anti_affinity_group}',
    params: z.object({ anti_affinity_group: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  anti_affinity_group_member_list: {
    tag: 'affinity',
    method: 'get',
    path: '/v1/anti-affinity-groups/{anti_affinity_group}/members',
    params: z.object({ anti_affinity_group: NameOrId }),
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    paginated: true,
    answer: [200, resultsPage(AntiAffinityGroupMember)],
  },
  anti_affinity_group_member_instance_view: {
    tag: 'affinity',
    method: 'get',
    path: '/v1/anti-affinity-groups/{anti_affinity_group}/members/instance/{instance}',
    params: z.object({ anti_affinity_group: NameOrId, instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, AntiAffinityGroupMember],
  },
  anti_affinity_group_member_instance_add: {
    tag: 'affinity',
    method: 'post',
    path: '/v1/anti-affinity-groups/{anti_affinity_group}/members/instance/{instance}',
    params: z.object({ anti_affinity_group: NameOrId, instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [201, AntiAffinityGroupMember],
  },
  anti_affinity_group_member_instance_delete: {
    tag: 'affinity',
    method: 'delete',
    path: '/v1/anti-affinity-groups/{anti_affinity_group}/members/instance/{instance}',
    params: z.object({ anti_affinity_group: NameOrId, instance: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  instance_affinity_group_list: {
    tag: 'experimental',
    method: 'get',
    path: '/v1/instances/{instance}/affinity-groups',
    params: z.object({ instance: NameOrId }),
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    paginated: true,
    answer: [200, resultsPage(AffinityGroup)],
  },
  instance_anti_affinity_group_list: {
    tag: 'instances',
    method: 'get',
    path: '/v1/instances/{instance}/anti-affinity-groups',
    params: z.object({ instance: NameOrId }),
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    paginated: true,
    answer: [200, resultsPage(AntiAffinityGroup)],
  },
})

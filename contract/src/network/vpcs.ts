import { z } from 'zod'
import { DeletionLockUpdate, deletionLock } from '../deletion-lock.ts'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { changedIdentity, identity, Ipv6Net, Name, NameOrId, newIdentity, uint, uuid } from '../values.ts'

export const Vpc = z
  .object({
    ...identity,
    ...deletionLock,
    dns_name: Name,
    /** Only in lists. Saves a request per VPC. */
    firewall_rule_count: uint.optional(),
    ipv6_prefix: Ipv6Net,
    project_id: uuid,
    system_router_id: uuid,
  })
  .meta({ id: 'Vpc' })
export type Vpc = z.infer<typeof Vpc>

export const VpcCreate = z
  .object({ ...newIdentity, dns_name: Name, ipv6_prefix: Ipv6Net.nullish() })
  .meta({ id: 'VpcCreate' })
export type VpcCreate = z.infer<typeof VpcCreate>

export const VpcUpdate = z.object({ ...changedIdentity, dns_name: Name.nullish() }).meta({ id: 'VpcUpdate' })
export type VpcUpdate = z.infer<typeof VpcUpdate>

export const vpcs = defineOperations({
  vpc_list: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/vpcs',
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    firstPage: ['project'],
    paginated: true,
    answer: [200, resultsPage(Vpc)],
  },
  vpc_create: {
    tag: 'vpcs',
    method: 'post',
    path: '/v1/vpcs',
    query: z.object({ project: NameOrId }),
    body: VpcCreate,
    answer: [201, Vpc],
  },
  vpc_view: {
    tag: 'vpcs',
    method: 'get',
    path: '/v1/vpcs/{vpc}',
    params: z.object({ vpc: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, Vpc],
  },
  vpc_update: {
    tag: 'vpcs',
    method: 'put',
    path: '/v1/vpcs/{vpc}',
    params: z.object({ vpc: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: VpcUpdate,
    answer: [200, Vpc],
  },
  vpc_delete: {
    tag: 'vpcs',
    method: 'delete',
    path: '/v1/vpcs/{vpc}',
    params: z.object({ vpc: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  vpc_deletion_lock_update: {
    tag: 'vpcs',
    method: 'put',
    path: '/v1/vpcs/{vpc}/deletion-lock',
    params: z.object({ vpc: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: DeletionLockUpdate,
    answer: [200, Vpc],
  },
})

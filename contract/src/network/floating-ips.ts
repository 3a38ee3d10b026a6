import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { changedIdentity, identity, ipAddress, NameOrId, newIdentity, uuid } from '../values.ts'

export const FloatingIp = z
  .object({ ...identity, instance_id: uuid.nullish(), ip: ipAddress, ip_pool_id: uuid, project_id: uuid })
  .meta({ id: 'FloatingIp' })
export type FloatingIp = z.infer<typeof FloatingIp>

export const FloatingIpParentKind = z.literal('instance').meta({ id: 'FloatingIpParentKind' })
export type FloatingIpParentKind = z.infer<typeof FloatingIpParentKind>

export const FloatingIpAttach = z
  .object({ kind: FloatingIpParentKind, parent: NameOrId })
  .meta({ id: 'FloatingIpAttach' })
export type FloatingIpAttach = z.infer<typeof FloatingIpAttach>

export const FloatingIpCreate = z
  .object({ ...newIdentity, ip: ipAddress.nullish(), pool: NameOrId.nullish() })
  .meta({ id: 'FloatingIpCreate' })
export type FloatingIpCreate = z.infer<typeof FloatingIpCreate>

export const FloatingIpUpdate = z.object(changedIdentity).meta({ id: 'FloatingIpUpdate' })
export type FloatingIpUpdate = z.infer<typeof FloatingIpUpdate>

export const floatingIps = defineOperations({
  floating_ip_list: {
    tag: 'floating-ips',
    method: 'get',
    path: '/v1/floating-ips',
    query: page(NameOrIdSortMode, { project: NameOrId.optional() }),
    firstPage: ['project'],
    paginated: true,
    answer: [200, resultsPage(FloatingIp)],
  },
  floating_ip_create: {
    tag: 'floating-ips',
    method: 'post',
    path: '/v1/floating-ips',
    query: z.object({ project: NameOrId }),
    body: FloatingIpCreate,
    answer: [201, FloatingIp],
  },
  floating_ip_view: {
    tag: 'floating-ips',
    method: 'get',
    path: '/v1/floating-ips/{floating_ip}',
    params: z.object({ floating_ip: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [200, FloatingIp],
  },
  floating_ip_update: {
    tag: 'floating-ips',
    method: 'put',
    path: '/v1/floating-ips/{floating_ip}',
    params: z.object({ floating_ip: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: FloatingIpUpdate,
    answer: [200, FloatingIp],
  },
  floating_ip_delete: {
    tag: 'floating-ips',
    method: 'delete',
    path: '/v1/floating-ips/{floating_ip}',
    params: z.object({ floating_ip: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [204],
  },
  floating_ip_attach: {
    tag: 'floating-ips',
    method: 'post',
    path: '/v1/floating-ips/{floating_ip}/attach',
    params: z.object({ floating_ip: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    body: FloatingIpAttach,
    answer: [202, FloatingIp],
  },
  floating_ip_detach: {
    tag: 'floating-ips',
    method: 'post',
    path: '/v1/floating-ips/{floating_ip}/detach',
    params: z.object({ floating_ip: NameOrId }),
    query: z.object({ project: NameOrId.optional() }),
    answer: [202, FloatingIp],
  },
})

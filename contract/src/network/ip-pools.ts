import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { IdSortMode, NameOrIdSortMode, page, resultsPage, unsortedPage } from '../paging.ts'
import {
  changedIdentity,
  dateTime,
  identity,
  ipv4Address,
  ipv6Address,
  Name,
  NameOrId,
  newIdentity,
  uint128,
  uint32,
  uuid,
} from '../values.ts'

export const IpPoolCreate = z.object(newIdentity).meta({ id: 'IpPoolCreate' })
export type IpPoolCreate = z.infer<typeof IpPoolCreate>

export const IpPoolLinkSilo = z.object({ is_default: z.boolean(), silo: NameOrId }).meta({ id: 'IpPoolLinkSilo' })
export type IpPoolLinkSilo = z.infer<typeof IpPoolLinkSilo>

export const Ipv4Range = z.object({ first: ipv4Address, last: ipv4Address }).meta({ id: 'Ipv4Range' })
export type Ipv4Range = z.infer<typeof Ipv4Range>

export const Ipv6Range = z.object({ first: ipv6Address, last: ipv6Address }).meta({ id: 'Ipv6Range' })
export type Ipv6Range = z.infer<typeof Ipv6Range>

export const IpRange = z.union([Ipv4Range, Ipv6Range]).meta({ id: 'IpRange' })
export type IpRange = z.infer<typeof IpRange>

export const IpPoolRange = z
  .object({ id: uuid, ip_pool_id: uuid, range: IpRange, time_created: dateTime })
  .meta({ id: 'IpPoolRange' })
export type IpPoolRange = z.infer<typeof IpPoolRange>

export const IpPoolSiloLink = z
  .object({
    ip_pool_id: uuid,
    is_default: z.boolean(),
    silo_id: uuid,
    /** Only in lists. Saves a request per link. */
    silo_name: Name.optional(),
  })
  .meta({ id: 'IpPoolSiloLink' })
export type IpPoolSiloLink = z.infer<typeof IpPoolSiloLink>

export const IpPoolSiloUpdate = z.object({ is_default: z.boolean() }).meta({ id: 'IpPoolSiloUpdate' })
export type IpPoolSiloUpdate = z.infer<typeof IpPoolSiloUpdate>

export const IpPoolUpdate = z.object(changedIdentity).meta({ id: 'IpPoolUpdate' })
export type IpPoolUpdate = z.infer<typeof IpPoolUpdate>

export const Ipv4Utilization = z.object({ allocated: uint32, capacity: uint32 }).meta({ id: 'Ipv4Utilization' })
export type Ipv4Utilization = z.infer<typeof Ipv4Utilization>

export const Ipv6Utilization = z.object({ allocated: uint128, capacity: uint128 }).meta({ id: 'Ipv6Utilization' })
export type Ipv6Utilization = z.infer<typeof Ipv6Utilization>

export const IpPoolUtilization = z
  .object({ ipv4: Ipv4Utilization, ipv6: Ipv6Utilization })
  .meta({ id: 'IpPoolUtilization' })
export type IpPoolUtilization = z.infer<typeof IpPoolUtilization>

export const IpPool = z
  .object({
    ...identity,
    /** Only in lists. Saves a request per pool. */
    utilization: IpPoolUtilization.optional(),
  })
  .meta({ id: 'IpPool' })
export type IpPool = z.infer<typeof IpPool>

export const SiloIpPool = z
  .object({
    ...identity,
    is_default: z.boolean(),
    /** Only in lists. Says which pools are full before one is chosen. */
    utilization: IpPoolUtilization.optional(),
  })
  .meta({ id: 'SiloIpPool' })
export type SiloIpPool = z.infer<typeof SiloIpPool>

export const ipPools = defineOperations({
  project_ip_pool_list: {
    tag: 'projects',
    method: 'get',
    path: '/v1/ip-pools',
    query: page(NameOrIdSortMode),
    paginated: true,
    answer: [200, resultsPage(SiloIpPool)],
  },
  project_ip_pool_view: {
    tag: 'projects',
    method: 'get',
    path: '/v1/ip-pools/{pool}',
    params: z.object({ pool: NameOrId }),
    answer: [200, SiloIpPool],
  },
  ip_pool_list: {
    tag: 'system/ip-pools',
    method: 'get',
    path: '/v1/system/ip-pools',
    query: page(NameOrIdSortMode),
    paginated: true,
    answer: [200, resultsPage(IpPool)],
  },
  ip_pool_create: {
    tag: 'system/ip-pools',
    method: 'post',
    path: '/v1/system/ip-pools',
    body: IpPoolCreate,
    answer: [201, IpPool],
  },
  ip_pool_view: {
    tag: 'system/ip-pools',
    method: 'get',
    path: '/v1/system/ip-pools/{pool}',
    params: z.object({ pool: NameOrId }),
    answer: [200, IpPool],
  },
  ip_pool_update: {
    tag: 'system/ip-pools',
    method: 'put',
    path: '/v1/system/ip-pools/{pool}',
    params: z.object({ pool: NameOrId }),
    body: IpPoolUpdate,
    answer: [200, IpPool],
  },
  ip_pool_delete: {
    tag: 'system/ip-pools',
    method: 'delete',
    path: '/v1/system/ip-pools/{pool}',
    params: z.object({ pool: NameOrId }),
    answer: [204],
  },
  ip_pool_range_list: {
    tag: 'system/ip-pools',
    method: 'get',
    path: '/v1/system/ip-pools/{pool}/ranges',
    params: z.object({ pool: NameOrId }),
    query: unsortedPage(),
    paginated: true,
    answer: [200, resultsPage(IpPoolRange)],
  },
  ip_pool_range_add: {
    tag: 'system/ip-pools',
    method: 'post',
    path: '/v1/system/ip-pools/{pool}/ranges/add',
    params: z.object({ pool: NameOrId }),
    body: IpRange,
    answer: [201, IpPoolRange],
  },
  ip_pool_range_remove: {
    tag: 'system/ip-pools',
    method: 'post',
    path: '/v1/system/ip-pools/{pool}/ranges/remove',
    params: z.object({ pool: NameOrId }),
    body: IpRange,
    answer: [204],
  },
  ip_pool_silo_list: {
    tag: 'system/ip-pools',
    method: 'get',
    path: '/v1/system/ip-pools/{pool}/silos',
    params: z.object({ pool: NameOrId }),
    query: page(IdSortMode),
    paginated: true,
    answer: [200, resultsPage(IpPoolSiloLink)],
  },
  ip_pool_silo_link: {
    tag: 'system/ip-pools',
    method: 'post',
    path: '/v1/system/ip-pools/{pool}/silos',
    params: z.object({ pool: NameOrId }),
    body: IpPoolLinkSilo,
    answer: [201, IpPoolSiloLink],
  },
  ip_pool_silo_update: {
    tag: 'system/ip-pools',
    method: 'put',
    path: '/v1/system/ip-pools/{pool}/silos/{silo}',
    params: z.object({ pool: NameOrId, silo: NameOrId }),
    body: IpPoolSiloUpdate,
    answer: [200, IpPoolSiloLink],
  },
  ip_pool_silo_unlink: {
    tag: 'system/ip-pools',
    method: 'delete',
    path: '/v1/system/ip-pools/{pool}/silos/{silo}',
    params: z.object({ pool: NameOrId, silo: NameOrId }),
    answer: [204],
  },
  ip_pool_utilization_view: {
    tag: 'system/ip-pools',
    method: 'get',
    path: '/v1/system/ip-pools/{pool}/utilization',
    params: z.object({ pool: NameOrId }),
    answer: [200, IpPoolUtilization],
  },
  ip_pool_service_view: {
    tag: 'system/ip-pools',
    method: 'get',
    path: '/v1/system/ip-pools-service',
    answer: [200, IpPool],
  },
  ip_pool_service_range_list: {
    tag: 'system/ip-pools',
    method: 'get',
    path: '/v1/system/ip-pools-service/ranges',
    query: unsortedPage(),
    paginated: true,
    answer: [200, resultsPage(IpPoolRange)],
  },
  ip_pool_service_range_add: {
    tag: 'system/ip-pools',
    method: 'post',
    path: '/v1/system/ip-pools-service/ranges/add',
    body: IpRange,
    answer: [201, IpPoolRange],
  },
  ip_pool_service_range_remove: {
    tag: 'system/ip-pools',
    method: 'post',
    path: '/v1/system/ip-pools-service/ranges/remove',
    body: IpRange,
    answer: [204],
  },
  silo_ip_pool_list: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/silos/{silo}/ip-pools',
    params: z.object({ silo: NameOrId }),
    query: page(NameOrIdSortMode),
    paginated: true,
    answer: [200, resultsPage(SiloIpPool)],
  },
})

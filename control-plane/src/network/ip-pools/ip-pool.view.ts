import type {
  IpPool,
  IpPoolRange,
  IpPoolSiloLink,
  IpPoolUtilization,
  SiloIpPool,
} from '@skerry/contract/network/ip-pools.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { PoolUtilization } from './ip-pools.repo.ts'

export const poolView = (row: Row<'ip_pools'>): IpPool => namedView(row)

/** Pools have no IPv6 ranges yet. */
export const poolUtilizationView = ({ ipv4_allocated, ipv4_capacity }: PoolUtilization): IpPoolUtilization => ({
  ipv4: { allocated: ipv4_allocated, capacity: ipv4_capacity },
  ipv6: { allocated: '0', capacity: '0' },
})

/** A pool in a list. */
export const listedPoolView = (row: Row<'ip_pools'> & PoolUtilization): IpPool => ({
  ...poolView(row),
  utilization: poolUtilizationView(row),
})

/** A pool as a linked silo sees it. */
export const siloPoolView = (row: Row<'ip_pools'> & { is_default: boolean }): SiloIpPool => ({
  ...namedView(row),
  is_default: row.is_default,
})

/** A silo's pool in a list, with its utilization. */
export const listedSiloPoolView = (row: Row<'ip_pools'> & { is_default: boolean } & PoolUtilization): SiloIpPool => ({
  ...siloPoolView(row),
  utilization: poolUtilizationView(row),
})

export const rangeView = (row: Row<'ip_pool_ranges'>): IpPoolRange => ({
  id: row.id,
  ip_pool_id: row.ip_pool_id,
  range: { first: row.first, last: row.last },
  time_created: timestamp(row.time_created),
})

export const linkView = ({ ip_pool_id, silo_id, is_default }: Row<'ip_pool_silos'>): IpPoolSiloLink => ({
  ip_pool_id,
  silo_id,
  is_default,
})

/** A link in a list. */
export const listedLinkView = (row: Row<'ip_pool_silos'> & { silo_name: string }): IpPoolSiloLink => ({
  ...linkView(row),
  silo_name: row.silo_name,
})

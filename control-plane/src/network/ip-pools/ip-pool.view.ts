import type { IpPool, IpPoolRange, IpPoolSiloLink, SiloIpPool } from '@skerry/contract/network/ip-pools.ts'
import type { Row } from '../../kernel/tables.ts'
import { timestamp } from '../../kernel/time.ts'
import { namedView } from '../named.view.ts'

export const poolView = (row: Row<'ip_pools'>): IpPool => namedView(row)

/** A pool as a silo sees it that it is linked to. */
export const siloPoolView = (row: Row<'ip_pools'> & { is_default: boolean }): SiloIpPool => ({
  ...namedView(row),
  is_default: row.is_default,
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

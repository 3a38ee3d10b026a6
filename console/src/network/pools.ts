import { wholeListQuery } from '~/api/queries.ts'
import type { SiloIpPool } from '~/api/types.gen.ts'

export const poolsQuery = wholeListQuery('projectIpPoolList')

export const firstPool = (pools: readonly SiloIpPool[]): SiloIpPool | undefined =>
  pools.find((pool) => pool.isDefault) ?? pools[0]

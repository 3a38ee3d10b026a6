import { wholeListQuery } from '~/api/queries.ts'
import type { SiloIpPool } from '~/api/types.gen.ts'

/** The pools that the user's silo may take addresses from. */
export const poolsQuery = wholeListQuery('projectIpPoolList')

/** The pool that a form begins with. */
export const firstPool = (pools: readonly SiloIpPool[]): SiloIpPool | undefined =>
  pools.find((pool) => pool.isDefault) ?? pools[0]

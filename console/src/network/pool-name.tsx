import { useQuery } from '@tanstack/react-query'
import { apiQueryOrNull } from '~/api/queries.ts'
import { failureOf } from '~/shell/reads.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { Badge } from '~/ui/badge.tsx'
import { poolsQuery } from './pools.ts'

/** Name of a pool by its id. One that is not in the silo's list is asked for by itself. */
export function PoolName({ id }: { id: string }) {
  const pools = useQuery(poolsQuery)
  const listed = pools.data?.find((pool) => pool.id === id)
  const asked = useQuery({
    ...apiQueryOrNull('projectIpPoolView', { path: { pool: id } }, { secondary: true }),
    enabled: !listed && !pools.isPending,
  })
  if (!listed && asked.data === null) return <Badge>Not linked</Badge>
  return (
    <SecondaryCell value={(listed ?? asked.data)?.name} failure={listed ? undefined : failureOf(asked)}>
      {(name) => name}
    </SecondaryCell>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQueryOrNull } from '~/api/queries.ts'
import { useIsFleetViewer } from '~/shell/access/session.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { Badge } from '~/ui/badge.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { VisuallyHidden } from '~/ui/visually-hidden.tsx'
import { poolsQuery } from './pools.ts'

export function PoolName({ id }: { id: string }) {
  const pools = useQuery(poolsQuery)
  const listed = pools.data?.find((pool) => pool.id === id)
  const asked = useQuery({
    ...apiQueryOrNull('projectIpPoolView', { path: { pool: id } }, { secondary: true }),
    enabled: !listed && !pools.isPending,
  })
  if (!listed && asked.data === null) return <Badge>Not linked</Badge>
  return (
    <SecondaryCell value={listed ?? asked.data ?? undefined} failure={listed ? undefined : failureOf(asked)}>
      {(pool) => <DescribedPool {...pool} />}
    </SecondaryCell>
  )
}

/** What the pool is for, in a tooltip; operators get to its page. */
function DescribedPool({ name, description }: { name: string; description: string }) {
  const tooltip = useTooltip(description)
  const isOperator = useIsFleetViewer()
  return (
    <span {...tooltip}>
      {isOperator ? (
        <Link to="/system/networking/ip-pools/$pool" params={{ pool: name }} className="text-accent hover:underline">
          {name}
        </Link>
      ) : (
        name
      )}
      {description && <VisuallyHidden>, {description}</VisuallyHidden>}
    </span>
  )
}

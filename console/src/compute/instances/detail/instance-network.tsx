import { useQuery } from '@tanstack/react-query'
import { apiQueryOrNull } from '~/api/queries.ts'
import { externalIpsQuery } from '~/network/external-ips/queries.ts'
import { interfacesQuery } from '~/network/network-interfaces/queries.ts'
import { failureOf } from '~/shell/page/reads.ts'
import { Badge } from '~/ui/badge.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Dash } from '~/ui/facts.tsx'
import { RetryValue } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'

const shown = 2

/** Addresses that reach the instance from the internet: two of them, the rest in a tooltip. */
export function ExternalIps({ instance }: { instance: string }) {
  const query = useQuery(externalIpsQuery(instance))
  const failure = failureOf(query)
  if (failure) return <RetryValue failure={failure} />
  if (!query.data) return <Skeleton width="12ch" />
  const addresses = query.data.items.map(({ ip }) => ip)
  if (addresses.length === 0) return <Dash />
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {addresses.slice(0, shown).map((ip) => (
        <span key={ip} className="text-mono inline-flex items-center whitespace-nowrap">
          {ip}
          <CopyButton text={ip} label={`Copy ${ip}`} />
        </span>
      ))}
      {addresses.length > shown && <More addresses={addresses.slice(shown)} />}
    </span>
  )
}

function More({ addresses }: { addresses: readonly string[] }) {
  const tooltip = useTooltip(addresses.join('\n'))
  return (
    <span {...tooltip} className="text-ink-3">
      <span aria-hidden="true">…</span>
      <span className="sr-only">and {addresses.join(', ')}</span>
    </span>
  )
}

/** Name of the VPC that the primary interface of an instance is in. */
export function PrimaryVpc({ instance }: { instance: string }) {
  const interfaces = useQuery(interfacesQuery(instance))
  const vpcId = interfaces.data?.find((each) => each.primary)?.vpcId
  const vpc = useQuery({
    ...apiQueryOrNull('vpcView', { path: { vpc: vpcId ?? '' } }, { secondary: true }),
    enabled: vpcId !== undefined,
  })
  const failure = failureOf(interfaces, vpc)
  if (failure) return <RetryValue failure={failure} />
  if (interfaces.data && !vpcId) return <Dash />
  if (vpc.data === null) return <Badge>Deleted</Badge>
  return vpc.data?.name ?? <Skeleton width="9ch" />
}

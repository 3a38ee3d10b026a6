import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { SystemOverview } from '~/api/types.gen.ts'
import { capacityOf, takenOf, useHardwareLeft } from '~/identity/utilization/capacity.ts'
import { amountsOf } from '~/identity/utilization/resources.ts'
import { UsageCard } from '~/identity/utilization/usage-card.tsx'
import { formatPercent } from '~/lib/format/numbers.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { issuesQuery } from '~/shell/frame/issues.ts'
import { CountTile, type StateCount, totalOf } from '~/shell/page/count-tile.tsx'
import { OverviewColumns } from '~/shell/page/overview-columns.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { IssuesCard } from './issues-card.tsx'
import { LatestChangesCard } from './latest-changes-card.tsx'
import { latestChangesQuery, systemOverviewQuery } from './queries.ts'

export function SystemOverviewPage() {
  const query = useSuspenseQuery(systemOverviewQuery)
  const issues = useQuery(issuesQuery)
  const changes = useQuery(latestChangesQuery)
  const refused = useRefusals()
  const overview = query.data
  return (
    <>
      <PageHeader
        title="Overview"
        refresh={refreshOf(query)}
        about={{
          title: 'Overview',
          text: 'What the system runs and uses, what needs attention, and what changed last. Usage is what is provisioned: the sizes of running instances, of disks and of snapshots, whatever guests use or have written of them.',
        }}
      >
        <ButtonLink to="/system/networking/ip-pools-new" refusal={refused('ip_pool_create')}>
          New IP pool
        </ButtonLink>
        <ButtonLink to="/system/silos-new" refusal={refused('silo_create')}>
          New silo
        </ButtonLink>
      </PageHeader>
      <Counts overview={overview} />
      <OverviewColumns
        main={
          <>
            <IssuesCard query={issues} />
            <LatestChangesCard query={changes} />
          </>
        }
        side={<Usage overview={overview} />}
      />
    </>
  )
}

/** Those that there are. */
const present = (states: readonly StateCount[]) => states.filter(({ count }) => count > 0)

function Counts({ overview: { silos, instances, sleds } }: { overview: SystemOverview }) {
  return (
    <div className="mb-6 grid grid-cols-2 gap-4 xl:grid-cols-4">
      <div className="col-span-2">
        <CountTile
          labels={['Instance', 'Instances']}
          count={totalOf(instances)}
          to="/system/utilization"
          states={instances}
        />
      </div>
      <CountTile
        labels={['Sled', 'Sleds']}
        count={sleds.inService + sleds.expunged}
        to="/system/inventory/sleds"
        states={present([
          { state: 'in_service', tone: 'ok', count: sleds.inService - sleds.unreachable },
          { state: 'unreachable', tone: 'bad', count: sleds.unreachable },
          { state: 'expunged', tone: 'idle', count: sleds.expunged },
        ])}
      />
      <CountTile labels={['Silo', 'Silos']} count={silos} to="/system/silos" />
    </div>
  )
}

function Usage({ overview: { sleds, utilization, trend } }: { overview: SystemOverview }) {
  const left = useHardwareLeft()
  const quota = amountsOf(utilization.capacity)
  const most = capacityOf({
    sleds: sleds.inService,
    threads: sleds.hardwareThreads,
    ram: Number(sleds.physicalRam),
    vcpus: sleds.provisionableVcpus ?? sleds.hardwareThreads,
    storage: sleds.provisionableStorage == null ? undefined : Number(sleds.provisionableStorage),
  })
  const used = takenOf(most, amountsOf(utilization.provisioned), left)
  return (
    <UsageCard
      by="all silos"
      used={used}
      most={most}
      of="capacity"
      note={({ key, inWords }) =>
        `${inWords(Math.max(0, most[key] - used[key]))} left, quotas: ${formatPercent(quota[key], most[key])}`
      }
      trend={trend}
      to="/system/utilization"
    />
  )
}

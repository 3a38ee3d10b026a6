import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { invalidate } from '~/api/queries.ts'
import { useIsOffered } from '~/shell/frame/area.ts'
import { failureOf, refreshOf } from '~/shell/page/reads.ts'
import { sledsQuery } from '~/shell/things/sleds.ts'
import { PageHeader } from '~/ui/page-header.tsx'
import { ReadFailureNotice } from '~/ui/read-failure.tsx'
import { CapacityFacts } from './capacity-facts.tsx'
import { physicalCapacity } from './capacity.ts'
import { MetricCharts } from './metric-charts.tsx'
import { OnlyFilter } from './only-filter.tsx'
import { OvercommitmentLine } from './overcommitment-line.tsx'
import { silosUtilizationQuery } from './queries.ts'
import { ResourceBars } from './resource-bars.tsx'
import { sumOf } from './resources.ts'
import { SummaryTable } from './summary-table.tsx'

const route = getRouteApi('/_app/system/utilization')

export function SystemUtilizationPage() {
  const query = useSuspenseQuery(silosUtilizationQuery)
  const silos = query.data
  const sleds = useQuery(sledsQuery)
  const search = route.useSearch()
  const navigate = useNavigate()
  const provisioned = useMemo(() => sumOf(silos.map((silo) => silo.provisioned)), [silos])
  const quota = useMemo(() => sumOf(silos.map((silo) => silo.allocated)), [silos])
  const capacity = useMemo(() => sleds.data && physicalCapacity(sleds.data), [sleds.data])
  const failure = failureOf(sleds)
  const hasFactors = useIsOffered('systemOvercommitmentView')
  return (
    <>
      <PageHeader
        title="Utilization"
        refresh={{
          ...refreshOf(query, sleds),
          onRefresh: () => void invalidate('siloUtilizationList', 'utilizationView', 'sledList', 'systemMetric'),
        }}
        about={{
          title: 'Utilization',
          text: 'How much silos use of their quotas and of the hardware. Used is what is provisioned: the sizes of running instances, of disks and of snapshots, whatever guests use or have written of them.',
        }}
      />
      <section aria-labelledby="quotas">
        <h2 id="quotas" className="mb-3 text-lg font-semibold">
          Quotas of all silos
        </h2>
        <ResourceBars provisioned={provisioned} most={quota} of="quota" />
      </section>
      {capacity && <CapacityFacts capacity={capacity} provisioned={provisioned} quota={quota} />}
      {hasFactors && <OvercommitmentLine threads={capacity?.threads} />}
      {failure && (
        <div className="mb-6">
          <ReadFailureNotice what="The capacity" failure={failure} />
        </div>
      )}
      <section aria-labelledby="by-silo" className="mb-6">
        <h2 id="by-silo" className="mb-3 text-lg font-semibold">
          By silo
        </h2>
        <SummaryTable silos={silos} />
      </section>
      <MetricCharts
        scope={{ of: 'system', silo: search.only }}
        search={search}
        filter={
          <OnlyFilter
            label="Silo"
            all="All silos"
            names={silos.map(({ siloName }) => siloName)}
            failure={undefined}
            value={search.only}
            onChange={(only) =>
              void navigate({
                to: '.',
                search: (now) => ({ ...now, only }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        }
      />
    </>
  )
}

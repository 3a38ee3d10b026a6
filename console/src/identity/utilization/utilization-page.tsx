import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { hasStatus } from '~/api/errors.ts'
import { invalidate, wholeListQuery } from '~/api/queries.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { failureOf, refreshOf } from '~/shell/page/reads.ts'
import { PageHeader } from '~/ui/page-header.tsx'
import { MetricCharts } from './metric-charts.tsx'
import { OnlyFilter } from './only-filter.tsx'
import { ownUtilizationQuery } from './queries.ts'
import { ResourceBars } from './resource-bars.tsx'
import { amountsOf } from './resources.ts'

const route = getRouteApi('/_app/utilization')

const projectsQuery = wholeListQuery('projectList', {}, { secondary: true })

export function UtilizationPage() {
  const query = useSuspenseQuery(ownUtilizationQuery)
  const search = route.useSearch()
  const projects = useQuery(projectsQuery)
  const navigate = useNavigate()
  const { provisioned, capacity, hardwareLeft } = query.data
  return (
    <>
      <PageHeader
        title="Utilization"
        refresh={{ ...refreshOf(query), onRefresh: () => void invalidate('utilizationView', 'siloMetric') }}
        about={{
          title: 'Utilization',
          text: 'How much of its quotas the silo uses with running instances, disks and snapshots.',
        }}
      />
      <section aria-labelledby="quota">
        <h2 id="quota" className="mb-3 text-lg font-semibold">
          Quota of the silo
        </h2>
        <ResourceBars provisioned={amountsOf(provisioned)} most={amountsOf(capacity)} of="quota" />
        {hardwareLeft && (
          <p className="-mt-3 mb-6 text-sm text-ink-3">
            Storage left in the capacity of the hardware, for all silos: {formatBytes(Number(hardwareLeft.storage))}.
            Images and other silos take of it too.
          </p>
        )}
      </section>
      <MetricCharts
        scope={{ of: 'silo', project: search.only }}
        search={search}
        filter={
          // Without a role on any project there is none to choose from.
          !hasStatus(projects.error, 403) && (
            <OnlyFilter
              label="Project"
              all="All projects"
              names={projects.data?.map(({ name }) => name)}
              failure={failureOf(projects)}
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
          )
        }
      />
    </>
  )
}

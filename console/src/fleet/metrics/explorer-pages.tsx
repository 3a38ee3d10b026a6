import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { buttonClass } from '~/ui/button.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { Explorer } from './explorer.tsx'
import { knownOf, projectSeries } from './known-series.ts'
import { schemasQuery } from './queries.ts'

const projectRoute = getRouteApi('/_app/projects/$project/metrics')
const systemRoute = getRouteApi('/_app/system/metrics')

const about =
  'Queries are written in OxQL: get a timeseries, filter it, align its samples, and group or join the results.'

export function ProjectExplorer() {
  const { project } = projectRoute.useParams()
  const { query } = projectRoute.useSearch()
  return (
    <>
      <PageHeader title="Metrics" about={{ title: 'Metrics', text: about }} />
      <Explorer
        key={project}
        project={project}
        query={query}
        known={projectSeries}
        requestOf={(text) => copyRequest('timeseriesQuery', { query: { project }, body: { query: text } })}
      />
    </>
  )
}

export function SystemExplorer() {
  const { query } = systemRoute.useSearch()
  const { data: schemas } = useQuery(schemasQuery)
  const known = useMemo(() => knownOf(schemas ?? []), [schemas])
  return (
    <>
      <PageHeader title="Metrics" about={{ title: 'Metrics', text: about }}>
        <Link to="/system/metrics/schemas" className={buttonClass({})}>
          Schemas
        </Link>
      </PageHeader>
      <Explorer
        query={query}
        known={known}
        requestOf={(text) => copyRequest('systemTimeseriesQuery', { body: { query: text } })}
      />
    </>
  )
}

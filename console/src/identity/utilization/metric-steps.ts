import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiCall, type AskOptions, secondary } from '~/api/queries.ts'
import type { Measurement, SystemMetricName } from '~/api/types.gen.ts'
import { type RangeSearch, type Span, spanOf } from '~/lib/time-range.ts'
import { stepsOf, type Steps } from './points.ts'

/** Whose use charts show. */
export type MetricScope = { of: 'silo'; project?: string | undefined } | { of: 'system'; silo?: string | undefined }

interface PointsQuery {
  startTime: Date
  endTime: Date
  limit: number
  pageToken?: string | undefined
}

/** A page of points, newest first. */
function readPage(scope: MetricScope, metricName: SystemMetricName, query: PointsQuery, options: AskOptions) {
  const path = { metricName }
  const newestFirst = { ...query, order: 'descending' as const }
  return scope.of === 'silo'
    ? apiCall('siloMetric', { path, query: { ...newestFirst, project: scope.project } }, options)
    : apiCall('systemMetric', { path, query: { ...newestFirst, silo: scope.silo } }, options)
}

const mostPoints = 3000
const pageSize = 1000

export interface MetricSteps extends Steps, Span {
  /** More points exist than are read: the oldest are missing. */
  isCut: boolean
}

async function readSteps(
  scope: MetricScope,
  metric: SystemMetricName,
  search: RangeSearch,
  options: AskOptions,
): Promise<MetricSteps> {
  const { from, to } = spanOf(search, Date.now())
  const [startTime, endTime] = [new Date(from), new Date(to)]
  const points: Measurement[] = []
  let pageToken: string | undefined
  do {
    const page = await readPage(scope, metric, { startTime, endTime, limit: pageSize, pageToken }, options)
    points.push(...page.items)
    pageToken = page.nextPage || undefined
  } while (pageToken && points.length < mostPoints)
  const isCut = pageToken !== undefined
  const before = isCut
    ? undefined
    : (await readPage(scope, metric, { startTime: new Date(0), endTime: startTime, limit: 1 }, options)).items[0]
  return { from, to, isCut, ...stepsOf(points.toReversed(), before, { from, to }) }
}

/** A metric over a range that ends with the request. The old chart stays until the next range is read. */
export const stepsQuery = (scope: MetricScope, metric: SystemMetricName, search: RangeSearch) =>
  queryOptions({
    queryKey: [scope.of === 'silo' ? 'siloMetric' : 'systemMetric', scope, metric, search],
    queryFn: ({ signal }) => secondary(() => readSteps(scope, metric, search, { signal })),
    placeholderData: keepPreviousData,
  })

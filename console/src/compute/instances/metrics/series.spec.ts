import { expect, test } from 'vitest'
import type { Table } from '~/api/types.gen.ts'
import { metricQuery, summed, windowOf } from './series.ts'

const from = Date.UTC(2026, 0, 1, 12, 0, 0, 321)
const span = (seconds: number) => ({ from, to: from + seconds * 1000 })

test('windows are a sixtieth of the span, and never shorter than a sample', () => {
  expect(windowOf(span(3600))).toBe(60)
  expect(windowOf(span(86_400))).toBe(1440)
  expect(windowOf(span(60))).toBe(5)
})

test('a query begins two windows early, in whole seconds of UTC', () => {
  const spec = { metric: 'virtual_machine:vcpu_usage', where: { instance_id: 'i', state: 'run' }, by: 'vcpu_id' }
  expect(metricQuery(spec, span(3600))).toBe(
    'get virtual_machine:vcpu_usage' +
      ' | filter timestamp >= @2026-01-01T11:58:00.000 && timestamp < @2026-01-01T13:00:00.000' +
      ' && instance_id == "i" && state == "run"' +
      ' | align mean_within(60s) | group_by [vcpu_id], sum',
  )
  expect(metricQuery({ metric: 'a:b', where: {} }, span(60))).toMatch(/ \| align mean_within\(5s\)$/)
})

const table = (...series: (number | null)[][]): Table => ({
  name: 'a:b',
  timeseries: Object.fromEntries(
    series.map((values, at) => [
      String(at),
      {
        fields: {},
        points: {
          // All end at the same moment.
          timestamps: values.map((_, i) => new Date(from + (10 - values.length + i) * 1000).toISOString()),
          values: [{ metricType: 'gauge' as const, values: { type: 'double' as const, values } }],
        },
      },
    ]),
  ),
})

test('series are added up point by point, and the first point is left out', () => {
  expect(summed([table([9, 1, null, null], [9, 2, 3, null]), table([100])])).toEqual({
    times: [7, 8, 9].map((second) => from + second * 1000),
    values: [3, 3, null],
    count: 2,
  })
  expect(summed([table([5, 1, 1], [2, 2])]).values).toEqual([3, 3])
  expect(summed([])).toEqual({ times: [], values: [], count: 0 })
})

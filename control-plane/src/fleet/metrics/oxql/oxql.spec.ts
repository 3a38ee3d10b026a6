import type { Table, Timeseries } from '@skerry/contract/fleet/oxql.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newProject } from '../../../compute/instances/instance-fixtures.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { ingestSamples } from '../samples/ingest.ts'
import { literal, numbersOf, queriesOn, seriesOf, startWithBusyInstance } from './oxql-fixtures.ts'

let server: TestServer
let project: string
let instance: string
let bootedAt: number

beforeAll(async () => {
  ;({ server, project, instance, bootedAt } = await startWithBusyInstance())
})
afterAll(() => server.close())

const { ask, askSystem, tables } = queriesOn(() => ({ server, project }))

describe('timeseries_query', () => {
  it('returns counters as deltas with their start times', async () => {
    const [table] = await tables('get virtual_machine:vcpu_usage | filter state == "run" && vcpu_id == 0')
    expect(table?.name).toBe('virtual_machine:vcpu_usage')
    const [series] = seriesOf(table)
    expect(series?.fields).toMatchObject({
      instance_id: { type: 'uuid', value: instance },
      vcpu_id: { type: 'u32', value: 0 },
      state: { type: 'string', value: 'run' },
    })
    const { start_times, timestamps, values } = series!.points
    expect(Date.parse(start_times![0]!)).toBe(bootedAt)
    expect(start_times!.slice(1)).toEqual(timestamps.slice(0, -1))
    expect(timestamps.every((time) => Date.parse(time) % 5000 === 0)).toBe(true)
    expect(values).toMatchObject([{ metric_type: 'delta', values: { type: 'integer' } }])
    expect(numbersOf(series!)).toHaveLength(timestamps.length)
  })

  it("sums a virtual CPU's states to the wall time", async () => {
    const now = server.clock.now().getTime()
    const [table] = await tables(
      `get virtual_machine:vcpu_usage | filter instance_id == "${instance}" && timestamp > ${literal(now - 300_000)}
        | align mean_within(1m) | group_by [vcpu_id], sum`,
    )
    const all = seriesOf(table)
    expect(all.map(({ fields }) => fields)).toEqual([0, 1].map((value) => ({ vcpu_id: { type: 'u32', value } })))
    for (const series of all) {
      expect(series.points.timestamps).toHaveLength(5)
      expect(series.points.values).toMatchObject([{ metric_type: 'gauge', values: { type: 'double' } }])
      for (const value of numbersOf(series)) expect(value).toBeCloseTo(5e9, 0)
    }
  })

  it('ends its windows at the highest bound of timestamp, or now', async () => {
    const end = Math.floor((bootedAt + 300_000) / 5000) * 5000
    const ends = async (filter: string) => {
      const [table] = await tables(`get virtual_disk:reads | filter ${filter} | align mean_within(90s)`)
      return seriesOf(table)[0]?.points.timestamps.at(-1)
    }
    expect(Date.parse((await ends(`timestamp < ${literal(end)}`))!)).toBe(end)
    expect(Date.parse((await ends(`timestamp < ${literal(end)} && timestamp <= ${literal(end - 60_000)}`))!)).toBe(end)
    expect(Date.parse((await ends(`timestamp > ${literal(end)}`))!)).toBe(server.clock.now().getTime())
  })

  it('filters by fields, times and values', async () => {
    const base = 'get virtual_machine:vcpu_usage | filter'
    const states = async (filter: string) => {
      const [table] = await tables(`${base} vcpu_id == 0 && (${filter}) | last 1`)
      return seriesOf(table).map(({ fields }) => fields['state']?.value)
    }
    expect(await states('state ~= "^w"')).toEqual(['waiting'])
    expect(await states('state ~= "(a+)+$"')).toEqual([])
    expect(await states('state != "run" && !(state == "idle")')).toEqual(['emulation', 'waiting'])
    expect(await states('state == "run" ^ state ~= "^[rw]"')).toEqual(['waiting'])
    const [table] = await tables(
      `${base} state == "run" && vcpu_id < 1 | filter datum > 0 && timestamp < ${literal(bootedAt + 20_000)}`,
    )
    expect(seriesOf(table)[0]?.points.timestamps.length).toBeLessThanOrEqual(4)
    const [none] = await tables(`${base} state == "run" && datum < 0`)
    expect(none).toEqual({ name: 'virtual_machine:vcpu_usage', timeseries: {} })
  })

  it('joins tables with the same alignment', async () => {
    const [table, ...more] = await tables(
      `{ get virtual_disk:reads; get virtual_disk:writes } | filter disk_id != "${instance}" | align mean_within(1m) | join`,
    )
    expect(more).toEqual([])
    expect(table?.name).toBe('virtual_disk:reads,virtual_disk:writes')
    const [{ points }] = seriesOf(table) as [Timeseries]
    expect(points.values.map(({ values }) => values.values.length)).toEqual([1, 1].map(() => points.timestamps.length))
  })

  it('cuts with first and last', async () => {
    const [all] = await tables('get virtual_disk:flushes | filter block_size == 512 || block_size != 512')
    const [first] = await tables('get virtual_disk:flushes | filter block_size > 0 | first 3')
    const [last] = await tables('get virtual_disk:flushes | filter block_size > 0 | last 2')
    const times = seriesOf(all)[0]!.points.timestamps
    expect(seriesOf(first)[0]!.points.timestamps).toEqual(times.slice(0, 3))
    expect(seriesOf(last)[0]!.points.timestamps).toEqual(times.slice(-2))
  })

  it('returns distributions', async () => {
    const [table] = await tables('get virtual_disk:io_latency | filter io_kind == "read" | last 1')
    const { values } = seriesOf(table)[0]!.points.values[0]!
    expect(values.type).toBe('integer_distribution')
    const [one] = values.values as { bins: number[]; counts: number[]; sum_of_samples: number }[]
    expect(one!.bins).toHaveLength(one!.counts.length)
    expect(one!.sum_of_samples).toBeGreaterThan(0)
  })

  it('has a stable key per series', async () => {
    const keys = async () => {
      const [table] = await tables('get virtual_machine:vcpu_usage | filter vcpu_id >= 0 | last 1')
      return Object.keys(table!.timeseries)
    }
    expect(await keys()).toHaveLength(8)
    expect(await keys()).toEqual(await keys())
  })

  it.each([
    ['get virtual_machine:colour', /^there is no timeseries virtual_machine:colour$/],
    ['get virtual_machine:reset | filter colour == 1', /^no field colour; available fields: timestamp, datum, /],
    [
      'get virtual_machine:reset | filter instance_id == 5',
      /instance_id \(uuid\) cannot be compared with a value of type integer$/,
    ],
    ['get virtual_machine:reset | filter instance_id == "x"', /compared with a UUID in quotes$/],
    ['get virtual_machine:reset | filter instance_id < "x"', /does not support <$/],
    ['get virtual_machine:reset | filter sled_serial ~= "("', /"\(" is not a regular expression$/],
    [`get virtual_machine:reset | filter sled_serial ~= "${'.*'.repeat(129)}"`, /has at most 256 characters$/],
    [String.raw`get virtual_machine:reset | filter sled_serial ~= "\0"`, /is not a regular expression$/],
    ['get virtual_machine:vcpu_usage | filter vcpu_id == 1.5', /cannot be compared with a value of type double$/],
    ['get virtual_disk:io_size | filter datum > 5', /cannot be compared with a value of type integer$/],
    ['get virtual_disk:io_size | align mean_within(1m)', /cannot align values of type integer_distribution$/],
    ['get virtual_disk:reads | group_by [disk_id]', /^Input tables to a `group_by` must be aligned$/],
    [
      'get virtual_disk:reads | filter block_size == 1 | align mean_within(1m) | group_by [disk_id]',
      /^Input tables to a `group_by` must be aligned$/,
    ],
    ['get virtual_disk:reads | align mean_within(1m) | group_by [colour]', /no field colour/],
    ['get virtual_disk:reads | align mean_within(1m) | join', /a join takes two or more tables$/],
    ['{get virtual_disk:reads; get virtual_disk:writes} | join', /tables of a join must have the same alignment$/],
    ['{get virtual_disk:reads; get virtual_disk:writes} | align mean_within(1m) | group_by []', /takes one table$/],
    ['get virtual_disk:reads | align mean_within(1ms)', /more than 100 windows per input point$/],
    ['get hardware_component:power', /has no silo_id: it cannot be queried in a project$/],
  ])('answers 400 to %s', async (query, message) => {
    const { status, body } = await ask(query)
    expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'InvalidRequest' })
    expect(body.message).toMatch(message)
  })

  it('returns the position of an error in a query', async () => {
    const { body } = await ask('get virtual_disk:reads\n  | filter block_size > 0 | group_by [disk_id]')
    expect(body).toEqual({
      error_code: 'InvalidRequest',
      message: 'Input tables to a `group_by` must be aligned',
      position: { line: 2, column: 29 },
      field: 'query',
      kind: 'unaligned-table',
      request_id: expect.any(String),
    })
  })

  it('answers 400 to a query of more than 4096 characters', async () => {
    const { status, body } = await ask(`get virtual_machine:reset${' '.repeat(4096)}`)
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'a query has at most 4096 characters' })
  })

  it('shows a project only its own series, with any filter', async () => {
    const other = await newProject(server)
    for (const filter of ['', ` || project_id == "${project}"`, ` || instance_id == "${instance}"`]) {
      const query = `get virtual_machine:reset | filter instance_id == "${instance}"${filter}`
      expect(await tables(query, (text) => ask(text, server.admin, other))).toEqual([
        { name: 'virtual_machine:reset', timeseries: {} },
      ])
    }
  })
})

it('answers from the samples that a platform reports as from those that it computes', async () => {
  const { db, platform } = server.plane.services
  const { samples } = platform
  const now = server.clock.now()
  const range = { from: new Date(now.getTime() - 60_000), to: now }
  const within = `timestamp >= ${literal(range.from.getTime())} && timestamp < ${literal(range.to.getTime())}`
  const names = [
    'virtual_machine:vcpu_usage',
    'virtual_disk:io_latency',
    'instance_network_interface:bytes_sent',
    'hardware_component:temperature',
    'sled_data_link:bytes_sent',
    'switch_data_link:link_up',
  ]
  const ofProject = new Set(names.slice(0, 3))
  const answers = async () => {
    const found: Record<string, Table['timeseries'] | undefined> = {}
    for (const name of names) {
      const [table] = await tables(`get ${name} | filter ${within}`, ofProject.has(name) ? ask : askSystem)
      found[name] = table?.timeseries
    }
    return found
  }
  const computed = await answers()
  const computes = samples.computes.bind(samples)
  for (const name of names) {
    // One sample earlier, as a counter's first value is counted from its start.
    const query = { series: name, from: new Date(range.from.getTime() - 5000), to: now }
    await ingestSamples(db, name, await samples.read(query, await samples.list(query)))
  }
  samples.computes = () => false
  try {
    expect(await answers()).toEqual(computed)
  } finally {
    samples.computes = computes
  }
  expect(Object.values(computed['virtual_machine:vcpu_usage'] ?? {})).toHaveLength(8)
})

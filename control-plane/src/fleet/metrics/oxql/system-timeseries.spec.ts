import { TimeseriesSchema } from '@skerry/contract/fleet/metrics.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FLEET_ID } from '../../../kernel/values/uuid.ts'
import type { Caller } from '../../../testing/caller.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { schemas } from '../schemas.ts'
import { literal, numbersOf, queriesOn, seriesOf, startWithBusyInstance } from './oxql-fixtures.ts'

let server: TestServer
let project: string
let instance: string
let bootedAt: number

beforeAll(async () => {
  ;({ server, project, instance, bootedAt } = await startWithBusyInstance())
})
afterAll(() => server.close())

const { askSystem, tables } = queriesOn(() => ({ server, project }))

describe('system_timeseries_query', () => {
  it('reads the hardware metrics of the fleet', async () => {
    const [table] = await tables(
      `get hardware_component:temperature | filter chassis_kind == "sled" && timestamp > @now() - 5m
        | align mean_within(1m) | group_by [component_kind]`,
      askSystem,
    )
    for (const series of seriesOf(table))
      for (const value of numbersOf(series)) expect(value).toSatisfy((degrees: number) => degrees > 30 && degrees < 90)
    const [links] = await tables(
      'get switch_data_link:link_up | filter port_id == "qsfp0" && timestamp > @now() - 10s',
      askSystem,
    )
    expect(seriesOf(links)).toHaveLength(2)
  })

  it('refuses a query without any filter', async () => {
    expect((await askSystem('get virtual_machine:vcpu_usage')).body.message).toMatch(
      /needs a filter on fields or timestamp/,
    )
    const many = await askSystem('get switch_data_link:bytes_sent | filter link_id == 0')
    expect(many.status).toBe(400)
    expect(many.body.message).toMatch(/more than 1000000 samples/)
  })

  it('refuses a body without a query', async () => {
    expect((await server.admin.call('system_timeseries_query', { body: {} })).status).toBe(400)
  })
})

describe('metrics of the control plane', () => {
  it('include the usage of the fleet, silos and projects over time', async () => {
    const [table] = await tables(
      `get collection_target:cpus_provisioned | filter timestamp >= ${literal(bootedAt - 60_000)}`,
      askSystem,
    )
    const uses = new Map(seriesOf(table).map((series) => [series.fields['id']?.value, series]))
    for (const id of [project, server.siloId, FLEET_ID]) {
      const series = uses.get(id)!
      expect(series.points.timestamps.every((time) => Date.parse(time) % 5000 === 0)).toBe(true)
      expect(series.points.timestamps).toHaveLength(series.points.values[0]!.values.values.length)
      expect(numbersOf(series).at(-1)).toBe(2)
    }
    expect(numbersOf(uses.get(project)!)[0]).toBe(0)
    const [memory] = await tables(
      `get collection_target:ram_provisioned | filter id == "${project}" && timestamp > @now() - 5m
        | align mean_within(1m)`,
      askSystem,
    )
    expect(seriesOf(memory).map(numbersOf)).toEqual([Array(5).fill(2 ** 32)])
    const [none] = await tables(`get collection_target:cpus_provisioned | filter id == "${instance}"`, askSystem)
    expect(seriesOf(none)).toEqual([])
  })

  it('include sessions', async () => {
    await server.admin.ok('networking_bfd_enable', {
      body: {
        detection_threshold: 3,
        mode: 'single_hop',
        remote: '192.0.2.9',
        required_rx: 1_000_000,
        switch: 'switch0',
      },
    })
    await server.settle()
    await server.clock.advance(60_000)
    const sent = `get bfd_session:messages_sent | filter peer == "192.0.2.9"`
    const [table] = await tables(`${sent} && timestamp > @now() - 20s | align mean_within(20s)`, askSystem)
    expect(seriesOf(table).map(numbersOf)).toEqual([[5]])
  })
})

describe('system_timeseries_schema_list', () => {
  it('lists every timeseries, page by page', async () => {
    const names: string[] = []
    let query: Record<string, string | number> = { limit: 20 }
    for (;;) {
      const page = await server.admin.ok('system_timeseries_schema_list', { query })
      names.push(...page.items.map((item: unknown) => TimeseriesSchema.parse(item).timeseries_name))
      if (!page.next_page) break
      query = { limit: 20, page_token: page.next_page }
    }
    expect(names).toEqual(schemas.map(({ timeseries_name }) => timeseries_name))
    expect(new Set(names).size).toBe(names.length)
  })

  it('is for viewers of the fleet', async () => {
    const list = (caller: Caller, query = {}) => caller.call('system_timeseries_schema_list', { query })
    expect((await list(await server.user())).status).toBe(403)
    expect((await list(await server.user({ fleet: 'viewer' }))).status).toBe(200)
    expect((await list(server.admin, { limit: 0 })).status).toBe(400)
  })
})

import { OxqlQueryResult, type Table, type Timeseries } from '@skerry/contract/fleet/oxql.ts'
import { expect } from 'vitest'
import { made, newDisk, newProject } from '../../../compute/instances/instance-fixtures.ts'
import type { Answer, Caller } from '../../../testing/caller.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

/** Starts a server with an instance that has two virtual CPUs and has run for ten minutes. */
export async function startWithBusyInstance() {
  const server = await startTestServer()
  const project = await newProject(server)
  const { id: instance } = await made(server, project, { boot_disk: newDisk('busy'), ncpus: 2 })
  const { time_booted } = await server.db
    .selectFrom('instances')
    .select('time_booted')
    .where('id', '=', instance)
    .executeTakeFirstOrThrow()
  await server.clock.advance(600_000)
  return { server, project, instance, bootedAt: time_booted!.getTime() }
}

/** OxQL queries, for tests. `on` returns the server and the project of the queries. */
export function queriesOn(on: () => { server: TestServer; project: string }) {
  const ask = (query: string, caller: Caller = on().server.admin, project = on().project) =>
    caller.call('timeseries_query', { query: { project }, body: { query } })
  const askSystem = (query: string, caller: Caller = on().server.admin) =>
    caller.call('system_timeseries_query', { body: { query } })

  /** The tables that answer a query, which must succeed. */
  async function tables(query: string, send: (query: string) => Promise<Answer> = ask): Promise<Table[]> {
    const { status, body } = await send(query)
    expect({ status, message: body.message }).toEqual({ status: 200, message: undefined })
    return OxqlQueryResult.parse(body).tables
  }
  return { ask, askSystem, tables }
}

export const seriesOf = (table: Table | undefined) => Object.values(table?.timeseries ?? {})
export const numbersOf = (series: Timeseries) => (series.points.values[0]?.values.values ?? []) as (number | null)[]
/** A time in a query. */
export const literal = (ms: number) => `@${new Date(ms).toISOString().slice(0, -1)}`

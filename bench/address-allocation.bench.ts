import { sql } from 'kysely'
import { NO_LIMITS, openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * Allocating and releasing a floating IP by the API, from a /12 pool that is 99 % full against a nearly empty one. One
 * address in a thousand is free, so there are many gaps to choose from.
 */
const SIZE = size(2 ** 20 - 2, 2 ** 14 - 2)
const ROUNDS = size(9, 1)
const A_ROUND = size(40, 2)
const MOST = 1.5

const server = await startBenchServer()
// Inserting a million rows takes longer than a request's statement timeout.
const db = openDatabase({ url: server.databaseUrl, max: 1, limits: NO_LIMITS })
const project = await server.send<{ id: string }>('POST', '/v1/projects', { name: 'bench', description: '' })
for (const [pool, net, used] of [
  ['empty', '10.16.0.0', 0.0001],
  ['full', '10.32.0.0', 0.99],
] as const) {
  const { id } = await server.send<{ id: string }>('POST', '/v1/system/ip-pools', { name: pool, description: '' })
  const [{ first, last }] = (
    await sql<{ first: string; last: string }>`
      select host(${net}::inet + 1) as first, host(${net}::inet + ${SIZE}::bigint) as last`.execute(db)
  ).rows as [{ first: string; last: string }]
  await server.send('POST', `/v1/system/ip-pools/${pool}/ranges/add`, { first, last })
  await server.send('POST', `/v1/system/ip-pools/${pool}/silos`, { silo: 'default', is_default: false })
  await sql`
    insert into external_ips (id, ip_pool_id, ip, kind, project_id, name, description, time_created, time_modified)
    select gen_random_uuid(), ${id}, ${net}::inet + n, 'floating', ${project.id}, ${pool} || n, '', now(), now()
    from generate_series(1, ${Math.round(SIZE * used)}::bigint) n where n % 1000 <> 7`.execute(db)
  await sql`delete from ip_pool_gaps where owner_id = ${id}`.execute(db)
  await sql`insert into ip_pool_gaps select * from computed_ip_pool_gaps where owner_id = ${id}`.execute(db)
}
await sql`analyze`.execute(db)

/** Median time to allocate an address in a round, in ms. */
async function timeOf(pool: string): Promise<number> {
  const times: number[] = []
  const taken: string[] = []
  for (let i = 0; i < A_ROUND; i++) {
    const started = performance.now()
    const body = { name: `bench-${i}`, description: '', pool }
    taken.push((await server.send<{ id: string }>('POST', '/v1/floating-ips?project=bench', body)).id)
    times.push(performance.now() - started)
  }
  for (const id of taken) await server.send('DELETE', `/v1/floating-ips/${id}`)
  return median(times)
}
await timeOf('empty')
const ratios: number[] = []
for (let round = 0; round < ROUNDS; round++) ratios.push((await timeOf('full')) / (await timeOf('empty')))
const ratio = median(ratios)
report('an address from a /12 at 99 % against an empty one', ratio.toFixed(2), `at most ${MOST}`, ratio <= MOST)
await db.destroy()
await server.close()

import { largestTurn } from '../control-plane/src/clock/largest-turn.ts'
import { insertBulkData } from '../control-plane/src/every-operation/bulk-data.ts'
import { makeEverything } from '../control-plane/src/every-operation/everything.ts'
import { type LargestWrite, largestWrites } from '../control-plane/src/every-operation/largest-writes.ts'
import { Requests } from '../control-plane/src/every-operation/requests.ts'
import { MAX_LIMIT } from '../control-plane/src/kernel/http/paging.ts'
import { startTestServer } from '../control-plane/src/testing/test-server.ts'
import { startBenchPostgres } from './lib/bench-postgres.ts'
import { report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/** The longest turn of the event loop (CPU time) of each wing's worst request, with 20,000 rows per table. */
const OTHERS = size(20_000, 200)
const MANY = size(5_000, 200)
const MAX_MS = 100
const LISTS = [
  { wing: 'identity', id: 'user_list' },
  { wing: 'compute', id: 'instance_list' },
  { wing: 'network', id: 'vpc_list' },
  { wing: 'fleet', id: 'sled_list' },
  { wing: 'fleet', id: 'audit_log_list' },
] as const

const postgres = await startBenchPostgres()
process.env['SKERRY_TEST_DATABASE_URL'] = postgres.url
const server = await startTestServer()
const everything = await makeEverything(server, server.admin)
await insertBulkData(server.db, everything, { others: OTHERS, many: MANY, few: 5 })
const requests = new Requests(everything)

const lists: LargestWrite[] = LISTS.map(({ wing, id }) => {
  const { path, query } = requests.byId(id)
  return { wing, id, request: { ...(path && { path }), query: { ...query, limit: MAX_LIMIT } } }
})
const worst = new Map<string, { id: string; ms: number }>()
for (const { wing, id, request } of [...lists, ...(await largestWrites(server, everything))]) {
  const ms = await largestTurn(() => server.admin.call(id, request))
  if (ms > (worst.get(wing)?.ms ?? 0)) worst.set(wing, { id, ms })
}
for (const [wing, { id, ms }] of worst)
  report(`longest turn of the event loop in ${wing} (${id})`, `${ms.toFixed(0)} ms`, `at most ${MAX_MS}`, ms <= MAX_MS)
await server.close()
await postgres.stop()

import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { sql } from 'kysely'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/** How long alerts take to reach a healthy receiver, with dead receivers that have as many waiting, against without. */
const ALERTS = size(300, 3)
const DEAD = size(8, 2)
const MAX_TIMES = 1.5

const portOf = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

let onArrival = () => {}
const healthy = createServer((request, response) => {
  request.resume()
  response.writeHead(204).end()
  onArrival()
})
/** Accepts connections and never answers. */
const dead = createTcpServer(() => {})
const [healthyPort, deadPort] = [await portOf(healthy), await portOf(dead)]

process.env['SKERRY_OUTBOUND_NETWORKS'] = '127.0.0.1/32'
const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 1 })

const receiver = (name: string, port: number) =>
  server.send<{ id: string }>('POST', '/v1/webhook-receivers', {
    name,
    description: '',
    endpoint: `http://127.0.0.1:${port}/`,
    secrets: ['secret'],
    subscriptions: ['sled.*'],
  })

/** Milliseconds from the server's first check for new alerts to the last arrival at the healthy receiver. */
async function deliver(): Promise<number> {
  let arrived = 0
  const all = new Promise<void>((resolve) => {
    onArrival = () => {
      if (++arrived === ALERTS) resolve()
    }
  })
  const created = new Date()
  await sql`
    insert into alerts (id, class, data, time_created)
    select gen_random_uuid(), 'sled.unreachable', '{"sled_id": "bench"}', ${created} from generate_series(1, ${ALERTS}::int)`.execute(
    db,
  )
  await all
  const ended = Date.now()
  const { rows } = await sql<{ looked: Date }>`
    select min(time_dispatched) as looked from alerts where time_created = ${created}`.execute(db)
  return ended - rows[0]!.looked.getTime()
}

await receiver('healthy', healthyPort)
await deliver()
const alone = await deliver()
for (let n = 0; n < DEAD; n++) await receiver(`dead-${n}`, deadPort)
const beside = await deliver()
console.log(
  `        ${ALERTS} alerts: ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside ${DEAD} dead receivers`,
)
const times = beside / alone
report(
  'webhooks beside dead receivers against beside none',
  times.toFixed(2),
  `at most ${MAX_TIMES}`,
  times <= MAX_TIMES,
)
await db.destroy()
await server.close()
healthy.closeAllConnections()
healthy.close()
dead.close()
process.exit()

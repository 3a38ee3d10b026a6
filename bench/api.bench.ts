import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ended, lineOf, startBenchServer } from './lib/bench-server.ts'
import { requestsPerSecond } from './lib/load.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * Requests per second of a list and of a view, each against a bare Hono route with only the list's SQL. For information,
 * the view also against a bare route with the view's own SQL, a harder peer. The two sides alternate, so other load on
 * the machine affects both.
 */
const ROUNDS = size(5, 1)
const LEAST = 0.75
const CONNECTIONS = 16
const INSTANCES = size(50, 5)

const server = await startBenchServer()
const project = await server.send<{ id: string }>('POST', '/v1/projects', { name: 'bench', description: '' })
for (let i = 0; i < INSTANCES; i++)
  await server.send('POST', '/v1/instances?project=bench', {
    name: `instance-${i}`,
    description: 'For a benchmark',
    hostname: `instance-${i}`,
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
    network_interfaces: { type: 'none' },
  })
const { items } = await server.send<{ items: { run_state: string }[] }>('GET', '/v1/instances?project=bench')
if (items.length !== INSTANCES) throw new Error(`${items.length} instances instead of ${INSTANCES}`)

const listSql = {
  text: 'select * from instances where project_id = $1 order by name limit 101',
  values: [project.id],
}
const viewSql = {
  text: 'select * from instances where project_id = $1 and name = $2',
  values: [project.id, 'instance-4'],
}
const listPath = '/v1/instances?project=bench'
const viewPath = '/v1/instances/instance-4?project=bench'
const cases = [
  { what: `list of ${INSTANCES} instances, against the list's SQL`, path: listPath, sql: listSql, limited: true },
  { what: "view of an instance, against the list's SQL", path: viewPath, sql: listSql, limited: true },
  { what: "view of an instance, against the view's SQL", path: viewPath, sql: viewSql, limited: false },
]
for (const { what, path, sql, limited } of cases) {
  const peer = spawn(process.execPath, [fileURLToPath(new URL('bare-server.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: server.databaseUrl, STATEMENT: JSON.stringify(sql) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [bare = ''] = await lineOf(peer, /http:\S+/)
  const ratios: number[] = []
  for (let round = size(0, 1); round <= ROUNDS; round++) {
    const theirs = await requestsPerSecond(bare, CONNECTIONS, '')
    const ours = await requestsPerSecond(`${server.base}${path}`, CONNECTIONS, server.cookie)
    // The first round warms up both.
    if (round) ratios.push(ours / theirs)
    console.log(`        ${what}: ${Math.round(ours)}/s, bare ${Math.round(theirs)}/s`)
  }
  await ended(peer)
  const ratio = median(ratios)
  if (limited) report(`API, ${what} on a bare route`, ratio.toFixed(2), `at least ${LEAST}`, ratio >= LEAST)
  else console.log(`        API, ${what} on a bare route: ${ratio.toFixed(2)}  (for information)`)
}
await server.close()

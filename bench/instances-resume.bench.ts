import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { systemClock } from '../control-plane/src/clock/clock.ts'
import { createControlPlane } from '../control-plane/src/control-plane.ts'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { silent } from '../control-plane/src/kernel/telemetry/log.ts'
import { readMigrations } from '../control-plane/src/node/postgres/migrations.ts'
import { argonPasswords } from '../control-plane/src/node/threads/passwords.ts'
import { openTestPlatform } from '../control-plane/src/platform/testing/open-test-platform.ts'
import { PEER } from '../control-plane/src/testing/caller.ts'
import { startBenchPostgres } from './lib/bench-postgres.ts'
import { report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * The start of a control plane with 5,000 instances in 20 projects that have run for two days, each with a disk and an
 * interface: the time until the platform has all of them and the reconciliation is done, and its memory per
 * instance.
 */
const PROJECTS = size(20, 2)
const IN_EACH = size(250, 5)
const TOTAL = PROJECTS * IN_EACH
const MAX_SECONDS = 5
const MAX_KIB = 16
const PASSWORD = 'a password for benchmarks'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function heapBytes(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const postgres = await startBenchPostgres()

async function openControlPlane() {
  const platform = openTestPlatform({ clock: systemClock })
  const db = openDatabase({ url: postgres.url })
  const parts = { db, clock: systemClock, log: silent, platform, passwords: argonPasswords(), alone: true }
  return createControlPlane(parts, readMigrations())
}

const first = await openControlPlane()
await first.bootstrap({ adminPassword: PASSWORD, demo: false })
await first.start()
async function post(path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { host: 'localhost', 'content-type': 'application/json', cookie }
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await first.fetch(request, PEER)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
const login = await post('/v1/login/default/local', { username: 'admin', password: PASSWORD })
const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
for (let n = 0; n < PROJECTS; n++) await post('/v1/projects', { name: `bench-${n}`, description: '' }, cookie)
await first.services.sagas.idle()
await sql`
  with made as (
    insert into instances (id, project_id, name, description, hostname, ncpus, memory, run_state, intent, sled_id,
      run_id, time_booted, time_run_state_updated, time_created, time_modified)
    select gen_random_uuid(), projects.id, 'bench-' || n, '', 'bench', 2, 8589934592, 'running', 'running',
      (select id from sleds where policy = 'in_service' order by id limit 1),
      gen_random_uuid()::text, now() - interval '2 days', now(), now(), now()
    from projects, generate_series(1, ${IN_EACH}::int) n where projects.name like 'bench-%'
    returning id, project_id, name
  ), disks_made as (
    insert into disks (id, project_id, name, description, size, block_size, state, instance_id, source, has_volume,
      finalized, time_created, time_modified)
    select gen_random_uuid(), project_id, name, '', 1073741824, 512, 'attached', id, 'blank', true, true, now(), now()
    from made
  )
  insert into network_interfaces (id, instance_id, vpc_id, subnet_id, name, description, ip, mac, is_primary, slot,
    time_created, time_modified)
  select gen_random_uuid(), made.id, vpcs.id, subnets.id, 'net0', '',
    '172.30.0.4'::inet + row_number() over (partition by vpcs.id), md5(made.id::text), true, 0, now(), now()
  from made join vpcs on vpcs.project_id = made.project_id join subnets on subnets.vpc_id = vpcs.id`.execute(
  first.services.db,
)
await sql`analyze`.execute(first.services.db)
await first.stop()

const second = await openControlPlane()
const before = heapBytes()
const started = performance.now()
await second.start()
const seconds = (performance.now() - started) / 1000
const kib = (heapBytes() - before) / TOTAL / 1024
const { length: running } = (await second.services.platform.instances.list()).instances
const { rows } = await sql<{ count: string }>`select count(*)::text from instances where run_state = 'running'`.execute(
  second.services.db,
)
if (running !== TOTAL || Number(rows[0]?.count) !== TOTAL) throw new Error(`${running} of ${TOTAL} machines run`)
report(
  `start with ${TOTAL} running instances`,
  `${seconds.toFixed(2)} s`,
  `at most ${MAX_SECONDS} s`,
  seconds <= MAX_SECONDS,
)
report('memory for each', `${kib.toFixed(1)} KiB`, `at most ${MAX_KIB} KiB`, kib <= MAX_KIB)
await second.stop()
await postgres.stop()

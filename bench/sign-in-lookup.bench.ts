import { sql } from 'kysely'
import { identify } from '../control-plane/src/kernel/access/actor.ts'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * The first query of every request: the caller and the roles. With 40,000 role assignments in the database against 40,
 * alternating. The caller is in ten groups.
 */
const FEW = 40
const MANY = size(40_000, 400)
const ROUNDS = size(9, 1)
const A_ROUND = size(400, 4)
const MOST = 1.3

const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 1 })
const secret = server.cookie.split('=')[1]!
await sql`
  insert into groups (id, silo_id, external_id, time_created, time_modified)
  select gen_random_uuid(), silos.id, 'group-' || n, now(), now() from silos, generate_series(1, 10) n
  where silos.name = 'default'`.execute(db)
await sql`insert into group_members (group_id, user_id) select groups.id, users.id from groups, users`.execute(db)

/** Replaces all role assignments but the first admin's by this many, on projects with up to 64 each. */
async function assign(count: number): Promise<void> {
  await sql`delete from role_assignments where level = 'project'`.execute(db)
  await sql`
    insert into role_assignments (level, resource_id, identity_type, identity_id, role)
    select 'project', md5((n / 64)::text)::uuid, 'silo_user', gen_random_uuid(), 'viewer'
    from generate_series(1, ${count}::int) n`.execute(db)
  await sql`vacuum analyze role_assignments`.execute(db)
}

const limits = { idleMs: 8 * 3_600_000, absoluteMs: 24 * 3_600_000 }
/** Median time of a look-up in a round, in ms. */
async function timeOf(count: number): Promise<number> {
  await assign(count)
  const times: number[] = []
  for (let i = 0; i < A_ROUND; i++) {
    const started = performance.now()
    await identify(db, [{ kind: 'session', secret }], { now: new Date(), limits })
    times.push(performance.now() - started)
  }
  return median(times)
}
await timeOf(FEW)
const ratios: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const [many, few] = [await timeOf(MANY), await timeOf(FEW)]
  console.log(`        ${MANY} assignments: ${many.toFixed(3)} ms, ${FEW}: ${few.toFixed(3)} ms`)
  ratios.push(many / few)
}
const ratio = median(ratios)
report(`who calls, with ${MANY} role assignments against ${FEW}`, ratio.toFixed(2), `at most ${MOST}`, ratio <= MOST)
await db.destroy()
await server.close()

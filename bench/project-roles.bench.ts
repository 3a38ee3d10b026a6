import { sql } from 'kysely'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { requestsPerSecond } from './lib/load.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * The list of projects (whole requests) for a user with roles on some of 2,000 projects through 50 groups and no silo
 * role, against the silo's admin, whose list is not filtered. The two sides alternate, so other load on the machine
 * affects both.
 */
const GROUPS = 50
const PROJECTS = 2000
const ROUNDS = size(7, 1)
const CONNECTIONS = 4
const MOST = 1.5
const PASSWORD = 'a password of a member'

const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 1 })
await sql`
  insert into projects (id, silo_id, name, description, time_created, time_modified)
  select gen_random_uuid(), silos.id, 'project-' || lpad(n::text, 5, '0'), '', now(), now()
  from silos, generate_series(1, ${PROJECTS}::int) n where silos.name = 'default'`.execute(db)
await sql`
  insert into groups (id, silo_id, external_id, time_created, time_modified)
  select gen_random_uuid(), silos.id, 'group-' || n, now(), now()
  from silos, generate_series(1, ${GROUPS}::int) n where silos.name = 'default'`.execute(db)

/** The cookie of a new user in all groups. */
async function signIn(name: string): Promise<string> {
  const silo = await server.send<{ id: string }>('GET', '/v1/system/silos/default')
  const user = await server.send<{ id: string }>('POST', `/v1/system/identity-providers/local/users?silo=${silo.id}`, {
    external_id: name,
    password: { mode: 'password', value: PASSWORD },
  })
  await sql`insert into group_members (group_id, user_id) select id, ${user.id}::uuid from groups`.execute(db)
  const answer = await fetch(`${server.base}/v1/login/default/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password: PASSWORD }),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Gives the groups roles on this many projects, spread evenly by name, and removes all others. */
async function giveRoles(projects: number): Promise<void> {
  await sql`delete from role_assignments where level = 'project'`.execute(db)
  await sql`
    insert into role_assignments (level, resource_id, identity_type, identity_id, role)
    select 'project', p.id, 'silo_group', g.id, 'collaborator'
    from (select id, row_number() over (order by name) as n from projects) p
    join (select id, row_number() over (order by id) - 1 as n from groups) g on g.n = p.n % ${GROUPS}::int
    where p.n % ${PROJECTS / projects}::int = 0`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** 100 is the default page size. */
const CASES = [
  { projects: 100, page: 100 },
  { projects: PROJECTS, page: 100 },
  { projects: PROJECTS, page: 1000 },
]
const member = await signIn('member')
for (const { projects, page } of CASES) {
  await giveRoles(projects)
  const load = (cookie: string) => requestsPerSecond(`${server.base}/v1/projects?limit=${page}`, CONNECTIONS, cookie)
  await load(member)
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [filtered, all] = [await load(member), await load(server.cookie)]
    ratios.push(all / filtered)
  }
  const ratio = median(ratios)
  report(
    `time of ${page} projects for a user with roles on ${projects} of ${PROJECTS} by ${GROUPS} groups, against the silo's admin`,
    ratio.toFixed(2),
    `at most ${MOST}`,
    ratio <= MOST,
  )
}
await db.destroy()
await server.close()

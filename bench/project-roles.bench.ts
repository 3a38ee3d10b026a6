import { sql } from 'kysely'
import { Access } from '../control-plane/src/kernel/access/access.ts'
import { identify } from '../control-plane/src/kernel/access/actor.ts'
import { openDatabase } from '../control-plane/src/kernel/database/database.ts'
import { pageOf } from '../control-plane/src/kernel/http/paging.ts'
import { projectsOfSilo, projectsWithRole } from '../control-plane/src/compute/projects/projects.repo.ts'
import { projectView } from '../control-plane/src/compute/projects/project.view.ts'
import { hashSecret } from '../control-plane/src/kernel/access/secrets.ts'
import { startBenchServer } from './lib/bench-server.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * The list of projects for a user who is in 50 groups that have roles on 2,000 projects, and has none on the silo: the
 * caller, the decision and the page, against the same statements without groups and roles.
 */
const GROUPS = 50
const PROJECTS = 2000
/** The most that one page holds. */
const PAGE = 1000
const ROUNDS = size(15, 1)
const A_ROUND = size(100, 2)
const MOST = 1.5

const server = await startBenchServer()
const db = openDatabase({ url: server.databaseUrl, max: 1 })
const secret = server.cookie.replace('session=', '')
await sql`
  insert into projects (id, silo_id, name, description, time_created, time_modified)
  select gen_random_uuid(), silos.id, 'project-' || lpad(n::text, 5, '0'), '', now(), now()
  from silos, generate_series(1, ${PROJECTS}::int) n where silos.name = 'default'`.execute(db)
await sql`
  insert into groups (id, silo_id, external_id, time_created, time_modified)
  select gen_random_uuid(), silos.id, 'group-' || n, now(), now()
  from silos, generate_series(1, ${GROUPS}::int) n where silos.name = 'default'`.execute(db)
await sql`insert into group_members (group_id, user_id) select groups.id, users.id from groups, users`.execute(db)
await sql`
  insert into role_assignments (level, resource_id, identity_type, identity_id, role)
  select 'project', p.id, 'silo_group', g.id, 'collaborator'
  from (select id, row_number() over (order by id) % ${GROUPS}::int as n from projects) p
  join (select id, row_number() over (order by id) % ${GROUPS}::int as n from groups) g on g.n = p.n`.execute(db)
await sql`vacuum analyze`.execute(db)

const { siloId } = (
  await identify(
    db,
    { kind: 'session', secret },
    { now: new Date(), limits: { idleMs: 8 * 3_600_000, absoluteMs: 24 * 3_600_000 } },
  )
).actor
const page = { limit: PAGE, after: undefined, tokenAfter: () => '' }
const list = (projects: ReturnType<typeof projectsOfSilo>) =>
  pageOf(page, 'name_ascending', projects, { table: 'projects', view: projectView })

async function checked(): Promise<void> {
  const limits = { idleMs: 8 * 3_600_000, absoluteMs: 24 * 3_600_000 }
  const { actor } = await identify(db, { kind: 'session', secret }, { now: new Date(), limits, projectRoles: 'none' })
  const { items } = await list(projectsWithRole(db, actor.siloId, actor.userId))
  new Access(actor, 'project_list').onProjects(items.length > 0)
}

async function unchecked(): Promise<void> {
  await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('silos', 'silos.id', 'users.silo_id')
    .select(['users.id', 'silos.id as silo_id', 'silos.name', 'time_last_used'])
    .where('token_hash', '=', hashSecret(secret))
    .executeTakeFirst()
  await list(projectsOfSilo(db, siloId))
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < A_ROUND; i++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return median(times)
}
await timeOf(checked)
await timeOf(unchecked)
const ratios: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const [withRoles, without] = [await timeOf(checked), await timeOf(unchecked)]
  ratios.push(withRoles / without)
}
const ratio = median(ratios)
report(
  `projects of a user in ${GROUPS} groups with roles on ${PROJECTS}, against no groups and roles`,
  ratio.toFixed(2),
  `at most ${MOST}`,
  ratio <= MOST,
)
await db.destroy()
await server.close()

import { sql } from 'kysely'
import { GIB } from '../kernel/values/bytes.ts'
import { randomId } from '../kernel/values/uuid.ts'
import type { SeededProject } from './projects.seed.ts'
import { daysAgo, known, namedRow, type Seeding } from './seeding.ts'

/** `cooling-down` was restarted ten minutes ago and failed again; `due` waits for a sled with room for it. */
type Fate = 'running' | 'stopped' | 'cooling-down' | 'due' | 'given-up'

interface Kind {
  project: string
  name: string
  description: string
  /** `count` machines with numbered names. */
  count?: number
  cpus: number
  gib: number
  fate: Fate
}

const machines = (project: string, kinds: [string, string, number, number, number, Fate][]): Kind[] =>
  kinds.map(([name, description, count, cpus, gib, fate]) => ({ project, name, description, count, cpus, gib, fate }))

const KINDS: Kind[] = [
  ...machines('tide-gauges', [
    ['gauge-ingest', 'Takes in the readings', 3, 2, 4, 'running'],
    ['gauge-api', 'Answers requests for levels', 2, 2, 4, 'running'],
    ['gauge-store', 'Time series of twenty years', 1, 8, 32, 'running'],
    ['tide-tables', 'Prints the tables each autumn', 1, 4, 8, 'stopped'],
    ['gauge-modem', 'Calls gauges that have no network', 1, 1, 1, 'cooling-down'],
    ['gauge-import-2019', 'Took over the old archive', 1, 4, 16, 'stopped'],
  ]),
  ...machines('weather', [
    ['wx-ensemble', 'One member of the forecast', 48, 2, 8, 'running'],
    ['wx-model', 'The forecast itself', 4, 16, 64, 'running'],
    ['wx-radar', 'Radar pictures', 2, 4, 16, 'running'],
    ['wx-tiles', 'Maps for the web', 2, 2, 8, 'running'],
    ['surge-model-full', 'Storm surges at full resolution; waits for a whole sled', 1, 64, 1024, 'due'],
    ['wx-legacy', 'Last of the old forecasts', 1, 8, 32, 'stopped'],
    ['wx-lab', 'For trying new physics', 2, 8, 32, 'stopped'],
  ]),
  ...machines('harbour-logistics', [
    ['berth-planner', 'Who lies where, and when', 1, 4, 16, 'running'],
    ['berth-api', 'Berths for the other systems', 3, 2, 8, 'running'],
    ['crane-telemetry', 'Loads and winds of each crane', 2, 2, 8, 'running'],
    ['pilot-dispatch', 'Sends pilots out', 1, 2, 4, 'running'],
    ['tug-tracker', 'Where the tugs are', 1, 2, 4, 'running'],
    ['customs-gateway', 'Papers to and from customs', 1, 2, 8, 'given-up'],
    ['night-reports', 'Runs by hand, once a quarter', 1, 2, 4, 'stopped'],
  ]),
  ...machines('ais-archive', [
    ['ais-receiver', 'Hears what ships say', 2, 2, 4, 'running'],
    ['ais-query', 'Searches the archive', 1, 8, 64, 'running'],
  ]),
  ...machines('lighthouse-lamps', [['lamp-watch', 'Wakes the keeper', 1, 1, 2, 'running']]),
  ...machines('container-yard', [
    ['yard-map', 'Where each container stands', 2, 4, 16, 'running'],
    ['gate-cameras', 'Reads numbers off containers', 2, 8, 16, 'running'],
    ['stacking-study', 'Tries other ways to stack', 1, 16, 64, 'stopped'],
  ]),
]

export interface SeededInstance {
  id: string
  name: string
  project_id: string
  silo_id: string
  time_created: Date
}

/** Returns the instances in order; neighbors are on different sleds. */
export async function seedInstances(
  seeding: Seeding,
  projects: ReadonlyMap<string, SeededProject>,
): Promise<SeededInstance[]> {
  const rows = KINDS.flatMap((kind) => namesOf(kind).map((name) => ({ kind, name }))).map(({ kind, name }, i) => {
    const { id, silo_id } = known(projects, kind.project)
    const row = namedRow(seeding, name, kind.description, 8 + ((i * 13) % 70))
    return { silo_id, row: { ...row, ...machineOf(seeding, kind, i), project_id: id, hostname: name } }
  })
  await seeding.tx
    .insertInto('instances')
    .values(rows.map(({ row }) => row))
    .execute()
  return rows.map(({ silo_id, row }) => ({ ...row, silo_id }))
}

const namesOf = ({ name, count = 1 }: Kind): string[] =>
  count === 1 ? [name] : Array.from({ length: count }, (_, i) => `${name}-${i + 1}`)

function machineOf(seeding: Seeding, { cpus, gib, fate }: Kind, index: number) {
  const runs = fate === 'running'
  // Some run for a week, some since yesterday.
  const since = daysAgo(seeding, 0.2 + ((index * 7) % 40) / 6)
  return {
    ncpus: cpus,
    memory: gib * GIB,
    run_state: runs ? ('running' as const) : fate === 'stopped' ? ('stopped' as const) : ('failed' as const),
    intent: fate === 'stopped' ? ('stopped' as const) : ('running' as const),
    auto_restart_policy: fate === 'given-up' ? ('never' as const) : null,
    time_last_auto_restarted: fate === 'cooling-down' ? daysAgo(seeding, 10 / 1440) : null,
    auto_restart_due:
      runs || fate === 'stopped' ? null : fate === 'cooling-down' ? daysAgo(seeding, 10 / 1440 - 1 / 24) : since,
    time_run_state_updated: fate === 'cooling-down' ? daysAgo(seeding, 8 / 1440) : since,
    run_id: runs ? randomId() : null,
    time_booted: runs ? since : null,
    sled_id: runs ? seeding.sleds[index % seeding.sleds.length]! : null,
    boot_disk_id: null,
    saga_id: null,
  }
}

/** Copies the keys of a user to each instance of a silo, like a creation does. */
export async function seedInstanceKeys({ tx }: Seeding, siloId: string, userId: string): Promise<void> {
  await sql`
    insert into instance_ssh_keys
      (instance_id, id, name, description, user_id, public_key, time_created, time_modified)
    select i.id, k.id, k.name, k.description, k.user_id, k.public_key, k.time_created, k.time_modified
    from instances i join projects p on p.id = i.project_id cross join ssh_keys k
    where p.silo_id = ${siloId} and k.user_id = ${userId}`.execute(tx)
}

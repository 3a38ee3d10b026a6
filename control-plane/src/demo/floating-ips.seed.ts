import type { SeededInstance } from './instances.seed.ts'
import { SEA_OFFICE } from './ip-pools.seed.ts'
import type { SeededProject } from './projects.seed.ts'
import { addressAfter, known, namedRow, type Seeding } from './seeding.ts'

/** Project, name, description, attached instance. */
const FLOATING = [
  ['harbour-logistics', 'berths', 'berths.harbour.example', 'berth-api-1'],
  ['harbour-logistics', 'berths-standby', 'Takes over from berths', 'berth-api-2'],
  ['harbour-logistics', 'pilots', 'pilots.harbour.example', 'pilot-dispatch'],
  ['harbour-logistics', 'tugs', 'tugs.harbour.example', 'tug-tracker'],
  ['harbour-logistics', 'customs', 'The customs office knows no other', 'customs-gateway'],
  ['harbour-logistics', 'cranes-vendor', 'For the maker of the cranes', null],
  ['harbour-logistics', 'old-planner', 'Kept until every agent has moved', null],
  ['weather', 'maps', 'maps.weather.example', null],
  ['weather', 'radar', 'radar.weather.example', null],
  ['weather', 'forecast', 'forecast.weather.example', 'wx-model-1'],
  ['weather', 'forecast-standby', 'Takes over from forecast', 'wx-model-2'],
  ['tide-gauges', 'readings', 'Gauges call here', 'gauge-ingest-1'],
  ['tide-gauges', 'readings-standby', 'Gauges call here, too', 'gauge-ingest-2'],
  ['tide-gauges', 'tide-tables', 'Not announced yet', null],
] as const

/** All from one pool, which they almost exhaust. */
export async function seedFloatingIps(
  seeding: Seeding,
  projects: ReadonlyMap<string, SeededProject>,
  instances: readonly SeededInstance[],
): Promise<void> {
  const { tx } = seeding
  const pool = await tx
    .selectFrom('ip_pools')
    .select('id')
    .where('name', '=', SEA_OFFICE.name)
    .executeTakeFirstOrThrow()
  const named = new Map(instances.map((instance) => [instance.name, instance.id]))
  await tx
    .insertInto('external_ips')
    .values(
      FLOATING.map(([project, name, description, instance], i) => ({
        ...namedRow(seeding, name, description, 60 - 3 * i),
        ip_pool_id: pool.id,
        ip: addressAfter(SEA_OFFICE.first, i),
        kind: 'floating' as const,
        first_port: null,
        project_id: known(projects, project).id,
        instance_id: instance && known(named, instance),
      })),
    )
    .execute()
}

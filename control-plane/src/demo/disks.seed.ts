import { sql } from 'kysely'
import { DAY_MS } from '../clock/durations.ts'
import type { Row } from '../kernel/database/tables.ts'
import { GIB } from '../kernel/values/bytes.ts'
import type { SeededInstance } from './instances.seed.ts'
import type { SeededProject } from './projects.seed.ts'
import { known, namedRow, type Seeding } from './seeding.ts'

/** More than one page. */
const ARCHIVED_DAYS = 1030

export type SeededDisk = ReturnType<typeof diskRow>

function diskRow(
  seeding: Seeding,
  projectId: string,
  name: string,
  description: string,
  gib: number,
  fields: Partial<Pick<Row<'disks'>, 'state' | 'instance_id' | 'source' | 'image_id' | 'finalized' | 'block_size'>> & {
    daysOld?: number
  } = {},
) {
  const { daysOld = 30, ...columns } = fields
  return {
    ...namedRow(seeding, name, description, daysOld),
    project_id: projectId,
    size: gib * GIB,
    block_size: 4096,
    state: 'detached' as Row<'disks'>['state'],
    instance_id: null as string | null,
    source: 'blank' as Row<'disks'>['source'],
    image_id: null as string | null,
    snapshot_id: null,
    has_volume: true,
    finalized: true,
    ...columns,
  }
}

/** Data disks: instance, name, description, size in GiB. */
const DATA = [
  ['gauge-store', 'gauge-series', 'Readings since 2004', 512],
  ['gauge-store', 'gauge-series-index', 'Where to find them', 64],
  ['wx-model-1', 'wx-fields-1', 'Fields of the last ten days', 256],
  ['wx-model-2', 'wx-fields-2', 'Fields of the last ten days', 256],
  ['berth-planner', 'berth-book', 'Every berth since the harbour opened', 128],
  ['ais-query', 'ais-index', 'Ships by place and time', 1023],
] as const

/** A boot disk for each instance, data disks, disks in each stable state, and the ship archive. */
export async function seedDisks(
  seeding: Seeding,
  projects: ReadonlyMap<string, SeededProject>,
  instances: readonly SeededInstance[],
): Promise<SeededDisk[]> {
  const { tx, now } = seeding
  const images = await tx
    .selectFrom('images')
    .select(['id', 'silo_id'])
    .where('name', '=', 'debian-13')
    .where('project_id', 'is', null)
    .execute()
  const imageOf = new Map(images.map(({ id, silo_id }) => [silo_id, id]))
  const named = new Map(instances.map((instance) => [instance.name, instance]))
  const disks = [
    ...instances.map(({ id, name, project_id, silo_id, time_created }) =>
      diskRow(seeding, project_id, `${name}-boot`, `Boot disk of ${name}`, 10, {
        state: 'attached',
        instance_id: id,
        source: 'image',
        image_id: known(imageOf, silo_id),
        daysOld: (now.getTime() - time_created.getTime()) / DAY_MS,
      }),
    ),
    ...DATA.map(([instance, name, description, gib]) => {
      const { id, project_id } = known(named, instance)
      return diskRow(seeding, project_id, name, description, gib, { state: 'attached', instance_id: id })
    }),
    ...lasting(seeding, known(projects, 'tide-gauges').id),
    ...archive(seeding, known(projects, 'ais-archive').id),
  ]
  await tx.insertInto('disks').values(disks).execute()
  await sql`
    update instances i set boot_disk_id = d.id from disks d
    where d.instance_id = i.id and d.name = i.name || '-boot'`.execute(tx)
  return disks
}

const lasting = (seeding: Seeding, project: string): SeededDisk[] => [
  diskRow(seeding, project, 'gauge-series-2003', 'Readings before the new gauges', 64),
  diskRow(seeding, project, 'gauge-spool', 'Lost when its drive died', 32, { state: 'faulted' }),
  diskRow(seeding, project, 'chart-import', 'Sea charts, to be uploaded', 16, {
    state: 'import_ready',
    source: 'import',
    finalized: false,
    block_size: 512,
    daysOld: 2,
  }),
  diskRow(seeding, project, 'bathymetry-import', 'Depth soundings, half uploaded', 100, {
    state: 'importing_from_bulk_writes',
    source: 'import',
    finalized: false,
    block_size: 512,
    daysOld: 1,
  }),
]

const archive = (seeding: Seeding, project: string): SeededDisk[] =>
  Array.from({ length: ARCHIVED_DAYS }, (_, i) => {
    const daysOld = ARCHIVED_DAYS - i
    const day = new Date(seeding.now.getTime() - daysOld * DAY_MS).toISOString().slice(0, 10)
    return diskRow(seeding, project, `ais-${day}`, `Positions of ${day}`, 1 + ((i * 7) % 4), { daysOld })
  })

import { known, namedRow, type Seeding } from './seeding.ts'
import type { SeededSnapshot } from './snapshots.seed.ts'

/** Created from snapshots; `silo` images were promoted from their project. */
const IMAGES = [
  ['ingest-golden', 'gauge-ingest', 'Debian with everything that reads gauges', 'Debian', '13', 'project'],
  ['model-golden', 'wx-compute', 'Debian with compilers and the model', 'Debian', '13', 'project'],
  ['model-golden', 'wx-compute-2024', 'The year before', 'Debian', '12', 'project'],
  ['planner-nightly', 'harbour-base', 'What every machine of the harbour starts from', 'Debian', '13', 'silo'],
] as const

export async function seedImages(
  seeding: Seeding,
  siloId: string,
  snapshots: ReadonlyMap<string, SeededSnapshot>,
): Promise<void> {
  await seeding.tx
    .insertInto('images')
    .values(
      IMAGES.map(([snapshot, name, description, os, version, level], i) => {
        const { id, project_id, size, block_size } = known(snapshots, snapshot)
        return {
          ...namedRow(seeding, name, description, 24 - 5 * i),
          silo_id: siloId,
          project_id: level === 'project' ? project_id : null,
          os,
          version,
          size,
          block_size,
          digest: null,
          source: JSON.stringify({ kind: 'snapshot', id }),
          state: 'ready' as const,
        }
      }),
    )
    .execute()
}

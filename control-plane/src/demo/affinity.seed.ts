import type { SeededInstance } from './instances.seed.ts'
import { known, namedRow, type Seeding } from './seeding.ts'

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}-${i + 1}`)

const GROUPS = [
  {
    kind: 'anti_affinity',
    name: 'berth-api-apart',
    description: 'One sled may fail, berths go on',
    policy: 'fail',
    members: numbered('berth-api', 3),
  },
  {
    kind: 'anti_affinity',
    name: 'ensemble-spread',
    description: 'The first members of the forecast, spread out',
    policy: 'allow',
    members: numbered('wx-ensemble', 12),
  },
  {
    kind: 'anti_affinity',
    name: 'ingest-apart',
    description: 'No reading lost with a sled',
    policy: 'fail',
    members: numbered('gauge-ingest', 3),
  },
  {
    kind: 'affinity',
    name: 'tables-near-store',
    description: 'Tables are made where the series are',
    policy: 'allow',
    members: ['gauge-store', 'tide-tables'],
  },
] as const

export async function seedAffinity(seeding: Seeding, instances: readonly SeededInstance[]): Promise<void> {
  const { tx } = seeding
  const named = new Map(instances.map((instance) => [instance.name, instance]))
  const groups = GROUPS.map(({ members, ...group }) => ({
    members,
    row: {
      ...group,
      ...namedRow(seeding, group.name, group.description, 45),
      project_id: known(named, members[0]!).project_id,
      failure_domain: 'sled' as const,
    },
  }))
  await tx
    .insertInto('affinity_groups')
    .values(groups.map(({ row }) => row))
    .execute()
  await tx
    .insertInto('affinity_group_members')
    .values(
      groups.flatMap(({ row, members }) =>
        members.map((member) => ({ group_id: row.id, instance_id: known(named, member).id })),
      ),
    )
    .execute()
}

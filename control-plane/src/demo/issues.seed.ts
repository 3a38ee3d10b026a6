import type { SystemIssueKind } from '@skerry/contract/fleet/issues.ts'
import { daysAgo, known, type Seeding } from './seeding.ts'

/** Start times of issues without a time of their own: hardware that left or waits, and a nearly used quota. */
export async function seedIssueTimes(seeding: Seeding, silos: ReadonlyMap<string, string>): Promise<void> {
  const { sleds, uninitializedSleds } = seeding.inventory
  const noted: { kind: SystemIssueKind; subject: string; days: number }[] = [
    { kind: 'quota', subject: known(silos, 'north-quay'), days: 9 },
  ]
  for (const { id, expunged } of sleds) if (expunged) noted.push({ kind: 'sled', subject: id, days: 52 })
  for (const { baseboard } of uninitializedSleds)
    noted.push({ kind: 'uninitialized_sled', subject: `${baseboard.part} ${baseboard.serial}`, days: 2 })
  await seeding.tx
    .insertInto('issue_times')
    .values(noted.map(({ days, ...issue }) => ({ ...issue, time_began: daysAgo(seeding, days) })))
    .execute()
}

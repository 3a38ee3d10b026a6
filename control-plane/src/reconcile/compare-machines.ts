import type { InstanceList, ListedInstance } from '../platform/interface/instances.ts'

/** An instance that should have a machine. */
interface Expected {
  id: string
  sled_id: string | null
  run_id: string | null
}

export interface Comparison<Row> {
  /** Instances with their machines. */
  present: { row: Row; machine: ListedInstance }[]
  /** Instances whose sled answered without their machine. */
  missing: Row[]
}

/** Finds the machine of each instance. Omits unlisted instances whose sled did not answer. */
export function compareMachines<Row extends Expected>(
  expected: readonly Row[],
  { sledIds, instances }: InstanceList,
): Comparison<Row> {
  const answered = new Set<string | null>(sledIds)
  const listed = Map.groupBy(instances, ({ instanceId }) => instanceId)
  const found: Comparison<Row> = { present: [], missing: [] }
  for (const row of expected) {
    const machines = listed.get(row.id) ?? []
    const same = machines.find(({ runId }) => runId === row.run_id)
    // Another run is its machine only if its own run is certainly over: the guest has rebooted.
    const machine = same ?? (answered.has(row.sled_id) ? latestOf(machines) : undefined)
    if (machine) found.present.push({ row, machine })
    else if (answered.has(row.sled_id)) found.missing.push(row)
  }
  return found
}

const latestOf = (machines: readonly ListedInstance[]): ListedInstance | undefined =>
  machines.toSorted((a, b) => b.bootedAt.getTime() - a.bootedAt.getTime())[0]

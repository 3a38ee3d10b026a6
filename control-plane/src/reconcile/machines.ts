import { sql } from 'kysely'
import type { Queryable, Tx } from '../kernel/database/database.ts'
import type { Services } from '../kernel/services.ts'
import { lockInstance, setRunState } from '../compute/instances/instances.repo.ts'
import { syncSleds } from '../fleet/sleds/sleds.repo.ts'
import type { ListedInstance } from '../platform/instances.ts'

export const RECONCILE_EVERY_MS = 60_000
/** Machines that are ended in one round; more wait for the next. */
const ENDED_AT_ONCE = 64

/** States that no saga brings about, in which an instance has a machine: what runs must be as its row says. */
const AT_REST = ['running', 'repairing'] as const

/**
 * Compares the machines that run with the instances that should, and repairs both ways. What a saga drives at this
 * moment is left to it.
 */
export async function reconcileMachines(services: Services, signal: AbortSignal): Promise<void> {
  await syncSleds(services)
  // The rows first: a machine of a row that was there before the platform answered is one that it should know.
  const expected = await machinesExpected(services.db)
  const listed = new Map((await services.platform.instances.list(signal)).map((each) => [each.instanceId, each]))
  for (const row of expected) {
    if (signal.aborted) return
    const machine = listed.get(row.id)
    if (!isSameRun(row, machine)) await failLost(services, row)
    else if (differs(row, machine)) await takeOver(services, row, machine)
  }
  const known = new Set(expected.filter((row) => isSameRun(row, listed.get(row.id))).map(({ id }) => id))
  await endStrays(
    services,
    [...listed.values()].filter(({ instanceId }) => !known.has(instanceId)),
    signal,
  )
}

type Expected = Awaited<ReturnType<typeof machinesExpected>>[number]

const machinesExpected = (db: Queryable) =>
  db
    .selectFrom('instances')
    .select(['id', 'run_state', 'sled_id', 'time_booted', 'saga_id'])
    .where('sled_id', 'is not', null)
    .where('run_state', 'in', AT_REST)
    .where('saga_id', 'is', null)
    .execute()

type Run = Pick<Expected, 'time_booted'>

const isSameRun = (row: Run, machine: ListedInstance | undefined): machine is ListedInstance =>
  machine !== undefined && machine.bootedAt.getTime() === row.time_booted?.getTime()

const differs = (row: Pick<Expected, 'run_state' | 'sled_id'>, machine: ListedInstance) =>
  machine.sledId !== row.sled_id || machine.repairing !== (row.run_state === 'repairing')

/** The instance of a row that is still as it was when the platform was asked, held for change. */
async function stillAs(tx: Tx, row: Expected) {
  const now = await lockInstance(tx, row.id)
  const same =
    now?.run_state === row.run_state &&
    now.saga_id === row.saga_id &&
    now.time_booted?.getTime() === row.time_booted?.getTime()
  return same ? now : undefined
}

async function failLost({ db, clock, log }: Services, row: Expected): Promise<void> {
  const failed = await db.transaction().execute(async (tx) => {
    const instance = await stillAs(tx, row)
    if (instance) await setRunState(tx, instance, 'failed', clock.now())
    return instance !== undefined
  })
  if (failed) log('warn', 'an instance was found without its machine', { instanceId: row.id })
}

/** Writes down where a machine is and whether it is being repaired, of which no event came. */
async function takeOver({ db, clock }: Services, row: Expected, machine: ListedInstance): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const instance = await stillAs(tx, row)
    const state = machine.repairing ? 'repairing' : 'running'
    if (instance) await setRunState(tx, instance, state, clock.now(), { sled_id: machine.sledId })
  })
}

/** Ends machines whose instance is at rest without one, or is no more. */
async function endStrays(services: Services, listed: ListedInstance[], signal: AbortSignal): Promise<void> {
  if (!listed.length) return
  const { db, platform, log } = services
  const ids = listed.map(({ instanceId }) => instanceId)
  const rows = await db
    .selectFrom('instances')
    .select(['id', 'run_state', 'saga_id', 'time_booted'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const strays = listed.filter((machine) => {
    const row = rowOf.get(machine.instanceId)
    if (!row) return true
    const { run_state, saga_id } = row
    return (
      saga_id === null &&
      (run_state === 'stopped' || run_state === 'failed' || (run_state === 'running' && !isSameRun(row, machine)))
    )
  })
  const ended = await Promise.allSettled(
    strays.slice(0, ENDED_AT_ONCE).map(async ({ instanceId, bootedAt }) => {
      log('warn', 'a machine was found that should not run', { instanceId })
      if (rowOf.has(instanceId)) await platform.instances.stopRun(instanceId, bootedAt, signal)
      else await platform.instances.release(instanceId, signal)
    }),
  )
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}

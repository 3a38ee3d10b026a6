import { isUuid } from '@skerry/contract/rules/names.ts'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../kernel/database/database.ts'
import type { Services } from '../kernel/services.ts'
import { lockInstance, setRunState } from '../compute/instances/instances.repo.ts'
import { syncHardware } from '../fleet/inventory.ts'
import type { InstanceList, ListedInstance } from '../platform/instances.ts'
import { compareMachines } from './compare-machines.ts'
import { areTooMany, noteGoingOn, noteStop, recordAbsences, recordUnknown } from './machine-absences.repo.ts'

export const RECONCILE_EVERY_MS = 60_000
/** Machines that are ended in one round; more wait for the next. */
const ENDED_AT_ONCE = 64

/** States that no saga brings about, in which an instance has a machine: what runs must be as its row says. */
const AT_REST = ['running', 'repairing'] as const

/**
 * Compares the machines that run with the instances that should, and repairs both ways. What a saga drives at this
 * moment is left to it. Where too many machines are missing at once, everything is left as it is.
 */
export async function reconcileMachines(services: Services, signal: AbortSignal): Promise<void> {
  const { db, clock, platform, log } = services
  await syncHardware(services)
  // The rows first: a machine of a row that was there before the platform answered is one that it should know.
  const expected = await machinesExpected(db)
  const list = await platform.instances.list(signal)
  const { present, missing } = compareMachines(expected, list)
  const absences = await recordAbsences(db, missing, clock.now())

  const unconfirmed = absences.filter(({ confirmed }) => !confirmed).length
  const counts = { missing: unconfirmed, expected: present.length + missing.length }
  if (areTooMany(counts.missing, counts.expected)) {
    await noteStop(db, counts, clock.now())
    return log('error', 'machines are not reconciled: too many are missing at once', counts)
  }
  await noteGoingOn(db)

  const lost = new Set(absences.filter(({ certain }) => certain).map((each) => each.instance_id))
  for (const row of missing) {
    if (signal.aborted) return
    if (lost.has(row.id)) await failLost(services, row)
  }
  for (const { row, machine } of present) {
    if (signal.aborted) return
    if (differs(row, machine)) await takeOver(services, row, machine)
  }
  const taken = new Set(present.map(({ machine }) => machine))
  await checkOthers(services, list, taken, signal)
}

type Expected = Awaited<ReturnType<typeof machinesExpected>>[number]

const machinesExpected = (db: Queryable) =>
  db
    .selectFrom('instances')
    .select(['id', 'run_state', 'sled_id', 'run_id', 'saga_id'])
    .where('sled_id', 'is not', null)
    .where('run_state', 'in', AT_REST)
    .where('saga_id', 'is', null)
    .execute()

const differs = (row: Expected, machine: ListedInstance) =>
  machine.runId !== row.run_id ||
  machine.sledId !== row.sled_id ||
  machine.repairing !== (row.run_state === 'repairing')

/** The instance of a row that is still as it was when the platform was asked, held for change. */
async function stillAs(tx: Tx, row: Expected) {
  const now = await lockInstance(tx, row.id)
  const same = now?.run_state === row.run_state && now.saga_id === row.saga_id && now.run_id === row.run_id
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

/** Writes down where a machine is, which run of it that is and whether it is being repaired, of which no event came. */
async function takeOver({ db, clock }: Services, row: Expected, machine: ListedInstance): Promise<void> {
  const { sledId: sled_id, runId: run_id, bootedAt: time_booted } = machine
  await db.transaction().execute(async (tx) => {
    const instance = await stillAs(tx, row)
    const state = machine.repairing ? 'repairing' : 'running'
    if (instance) await setRunState(tx, instance, state, clock.now(), { sled_id, run_id, time_booted })
  })
}

/**
 * Ends machines of instances that are at rest without them. Those that no instance has are left for an operator: the
 * database may be the one that is wrong.
 */
async function checkOthers(
  services: Services,
  { instances }: InstanceList,
  taken: ReadonlySet<ListedInstance>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = services
  const others = instances.filter((machine) => !taken.has(machine))
  const rows = await rowsOf(db, others)
  const unknown = others.filter(({ instanceId }) => !rows.has(instanceId))
  for (const instanceId of await recordUnknown(db, unknown, clock.now()))
    log('warn', 'a machine was found that no instance has', { instanceId })

  const listed = new Set(instances.map(({ instanceId, runId }) => `${instanceId} ${runId}`))
  const unwanted = others.filter(({ instanceId, runId }) => {
    const row = rows.get(instanceId)
    if (!row || row.saga_id !== null || row.run_id === runId) return false
    const hasAnother = row.run_state === 'running' && listed.has(`${instanceId} ${row.run_id}`)
    return hasAnother || row.run_state === 'stopped' || row.run_state === 'failed'
  })
  await endRuns(services, unwanted.slice(0, ENDED_AT_ONCE), signal)
}

async function rowsOf(db: Queryable, machines: readonly ListedInstance[]) {
  if (!machines.length) return new Map()
  const ids = machines.map(({ instanceId }) => instanceId).filter(isUuid)
  const rows = await db
    .selectFrom('instances')
    .select(['id', 'run_state', 'saga_id', 'run_id'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function endRuns({ platform, log }: Services, machines: readonly ListedInstance[], signal: AbortSignal) {
  const ended = await Promise.allSettled(
    machines.map(async ({ instanceId, runId }) => {
      log('warn', 'a machine was found that should not run', { instanceId })
      await platform.instances.stopRun(instanceId, runId, signal)
    }),
  )
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}

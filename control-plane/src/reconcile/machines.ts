import { isUuid } from '@skerry/contract/rules/names.ts'
import { sql } from 'kysely'
import { setCondition } from '../compute/instances/events/instance-condition.ts'
import { lockInstance, setRunState } from '../compute/instances/instances.repo.ts'
import { keepMachineEvent } from '../fleet/history/machine-events.repo.ts'
import { syncHardware } from '../fleet/inventory/inventory.ts'
import type { Queryable, Tx } from '../kernel/database/database.ts'
import { unlessOvertaken } from '../kernel/sagas/unless-overtaken.ts'
import type { Services } from '../kernel/services/services.ts'
import type { InstanceList, ListedInstance } from '../platform/interface/instances.ts'
import {
  tooManyMissing,
  clearStopAlert,
  raiseStopAlert,
  recordAbsences,
  recordUnknown,
} from './machine-absences.repo.ts'

export const RECONCILE_EVERY_MS = 60_000
/** Machines that are ended in one round. */
const MAX_ENDED_PER_ROUND = 64

/** States outside of sagas in which an instance has a machine that must match its row. */
const STEADY_STATES = ['running', 'repairing'] as const

/**
 * Compares the running machines with the instances that should run, and repairs differences in both directions. Skips
 * instances that a saga owns. Changes nothing when too many machines are missing at once.
 */
export async function reconcileMachines(services: Services, signal: AbortSignal): Promise<void> {
  const { db, clock, platform, log } = services
  await syncHardware(services, signal)
  // Rows first: the platform must know the machine of a row that existed before it answered.
  const expected = await machinesExpected(db)
  const list = await platform.instances.list(signal)
  const { present, missing } = compareMachines(expected, list)
  const absences = await recordAbsences(db, missing, clock.now())

  const unconfirmed = absences.filter(({ confirmed }) => !confirmed).length
  const counts = { missing: unconfirmed, expected: present.length + missing.length }
  if (tooManyMissing(counts.missing, counts.expected)) {
    await raiseStopAlert(db, 'machines', counts, clock.now())
    return log('error', 'machines are not reconciled: too many are missing at once', counts)
  }
  await clearStopAlert(db, 'machines')

  const lost = new Set(absences.filter(({ certain }) => certain).map(({ instance_id }) => instance_id))
  for (const row of missing) {
    if (signal.aborted) return
    if (lost.has(row.id)) await failMissing(services, row)
  }
  for (const { row, machine } of present) {
    if (signal.aborted) return
    if (differs(row, machine)) await adoptMachine(services, row, machine)
    else if (row.condition !== (machine.condition?.kind ?? null)) await adoptCondition(services, row, machine)
  }
  const matched = new Set(present.map(({ machine }) => machine))
  await checkUnmatched(services, list, matched, signal)
}

type Expected = Awaited<ReturnType<typeof machinesExpected>>[number]

const machinesExpected = (db: Queryable) =>
  db
    .selectFrom('instances')
    .select(['id', 'run_state', 'sled_id', 'run_id', 'saga_id', 'condition'])
    .where('sled_id', 'is not', null)
    .where('run_state', 'in', STEADY_STATES)
    .where('saga_id', 'is', null)
    .execute()

interface MachineComparison {
  /** Instances with their machines. */
  present: { row: Expected; machine: ListedInstance }[]
  /** Instances whose sled answered without their machine. */
  missing: Expected[]
}

/** Finds the machine of each instance. Omits unlisted instances whose sled did not answer. */
function compareMachines(expected: readonly Expected[], { sledIds, instances }: InstanceList): MachineComparison {
  const answered = new Set<string | null>(sledIds)
  const listed = Map.groupBy(instances, ({ instanceId }) => instanceId)
  const found: MachineComparison = { present: [], missing: [] }
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

const differs = (row: Expected, machine: ListedInstance) =>
  machine.runId !== row.run_id ||
  machine.sledId !== row.sled_id ||
  machine.repairing !== (row.run_state === 'repairing')

/** Locks the instance of a row. Returns undefined if it has changed since the row was read. */
async function lockUnchanged(tx: Tx, row: Expected) {
  const now = await lockInstance(tx, row.id)
  const same = now?.run_state === row.run_state && now.saga_id === row.saga_id && now.run_id === row.run_id
  return same ? now : undefined
}

async function failMissing({ db, clock, log }: Services, row: Expected): Promise<void> {
  const failed = await db.transaction().execute(async (tx) => {
    const instance = await lockUnchanged(tx, row)
    if (!instance) return false
    await setRunState(tx, instance, 'failed', clock.now())
    const subject = { subjectId: row.id, projectId: instance.project_id }
    const reason = 'Its machine is gone'
    await keepMachineEvent(tx, { event: 'instance_failed', ...subject, reason }, clock.now())
    return true
  })
  if (failed) log('warn', 'the machine of a running instance is gone', { instance_id: row.id })
}

/** Records a machine's sled, run and repair state when no event reported them. */
async function adoptMachine({ db, clock }: Services, row: Expected, machine: ListedInstance): Promise<void> {
  const { sledId: sled_id, runId: run_id, bootedAt: time_booted } = machine
  await db.transaction().execute(async (tx) => {
    const instance = await lockUnchanged(tx, row)
    const state = machine.repairing ? 'repairing' : 'running'
    if (instance) await setRunState(tx, instance, state, clock.now(), { sled_id, run_id, time_booted })
  })
}

/** Records the condition in which a machine does not execute, or that it executes again, if no event reported it. */
async function adoptCondition({ db, clock }: Services, row: Expected, { condition }: ListedInstance): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const instance = await lockUnchanged(tx, row)
    if (instance) await setCondition(tx, instance, condition, clock.now())
  })
}

/**
 * Ends machines of instances that should not run them. Machines without an instance are left to an operator, since the
 * database may be wrong.
 */
async function checkUnmatched(
  services: Services,
  { instances }: InstanceList,
  matched: ReadonlySet<ListedInstance>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = services
  const unmatched = instances.filter((machine) => !matched.has(machine))
  const rows = await rowsOf(db, unmatched)
  const unknown = unmatched.filter(({ instanceId }) => !rows.has(instanceId))
  for (const instanceId of await recordUnknown(db, unknown, clock.now()))
    log('warn', 'a machine has no instance', { instance_id: instanceId })

  const listed = new Set(instances.map(({ instanceId, runId }) => `${instanceId} ${runId}`))
  const unwanted = unmatched.filter(({ instanceId, runId }) => {
    const row = rows.get(instanceId)
    if (!row || row.saga_id !== null || row.run_id === runId) return false
    const hasOtherRun = row.run_state === 'running' && listed.has(`${instanceId} ${row.run_id}`)
    return hasOtherRun || row.run_state === 'stopped' || row.run_state === 'failed'
  })
  await endRuns(services, unwanted.slice(0, MAX_ENDED_PER_ROUND), signal)
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
    machines.map(async ({ instanceId, runId, order }) => {
      log('warn', 'ending a machine that should not run', { instance_id: instanceId })
      // A saga may have called since it was listed.
      await unlessOvertaken(() => platform.instances.stopRun(instanceId, runId, signal, order))
    }),
  )
  const failed = ended.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

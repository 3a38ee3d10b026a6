import type { SystemIssueKind } from '@skerry/contract/fleet/issues.ts'
import { DAY_MS } from '../../clock/durations.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { Finder } from './finder.ts'
import {
  findExpungedDisks,
  findExpungedSleds,
  findStorageProblems,
  findMissingHardware,
  findUninitializedSleds,
  findUnreachableSleds,
} from './hardware.ts'
import { findNearlyFullPools, findNearlyUsedQuotas } from './limits.ts'
import { findStoppedReconciliation, findUnknownMachines } from './machines.ts'
import { findOldSagas } from './sagas.ts'
import { findFailingTasks, findUnansweredCalls } from './server.ts'
import { findBfdSessionsDown, findBgpSessionsDown } from './sessions.ts'

/** How long before its expiry a certificate is reported. */
const EXPIRY_NOTICE_MS = 30 * DAY_MS
/** Number of failed deliveries to check, the latest first. */
const MAX_DELIVERIES = 1000

const laterOf = (a: Date, b: Date): Date => (a > b ? a : b)

const findExpiringCertificates: Finder = async ({ db, now, limit }) => {
  const rows = await db
    .selectFrom('certificates as c')
    .innerJoin('silos as s', 's.id', 'c.silo_id')
    .select(['c.id', 'c.name', 'c.time_expires', 'c.time_created', 's.name as silo_name'])
    .where('c.time_expires', '<', new Date(now.getTime() + EXPIRY_NOTICE_MS))
    .orderBy('c.time_expires')
    .orderBy('c.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, silo_name, time_expires, time_created }) => {
    const isOver = time_expires <= now
    const noticed = new Date(time_expires.getTime() - EXPIRY_NOTICE_MS)
    const day = time_expires.toISOString().slice(0, 10)
    return {
      kind: 'certificate',
      severity: isOver ? 'critical' : 'warning',
      id,
      name,
      message: isOver ? `Expired on ${day}` : `Expires on ${day}`,
      silo_name,
      time_began: timestamp(isOver ? time_expires : laterOf(time_created, noticed)),
    }
  })
}

/** One per receiver with failed deliveries in the last day. */
const findFailedDeliveries: Finder = async ({ db, now, limit }) => {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('alert_deliveries')
        .select(['receiver_id', 'time_created'])
        .where('state', '=', 'failed')
        .where('alert_id', 'is not', null)
        .where('time_created', '>', new Date(now.getTime() - DAY_MS))
        .orderBy('time_created', 'desc')
        .limit(MAX_DELIVERIES)
        .as('d'),
    )
    .innerJoin('alert_receivers as r', 'r.id', 'd.receiver_id')
    .select(({ fn }) => ['r.id', 'r.name', fn.countAll<number>().as('count'), fn.min('d.time_created').as('since')])
    .groupBy(['r.id', 'r.name'])
    .orderBy('r.name')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, count, since }) => ({
    kind: 'alert_deliveries',
    severity: 'warning',
    id,
    name,
    message: `${Number(count) === 1 ? 'A delivery' : `${count} deliveries`} failed within a day`,
    time_began: timestamp(since),
  }))
}

const findFailedBundles: Finder = async ({ db, limit }) => {
  const rows = await db
    .selectFrom('support_bundles')
    .select(['id', 'reason_for_failure', 'time_created'])
    .where('state', '=', 'failed')
    .orderBy('time_created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, reason_for_failure, time_created }) => ({
    kind: 'support_bundle',
    severity: 'warning',
    id,
    name: id,
    message: `Could not be collected: ${reason_for_failure}`,
    time_began: timestamp(time_created),
  }))
}

const findFaultedDisks: Finder = async ({ db, limit }) => {
  const rows = await db
    .selectFrom('disks as d')
    .innerJoin('projects as p', 'p.id', 'd.project_id')
    .innerJoin('silos as s', 's.id', 'p.silo_id')
    .select(['d.id', 'd.name', 'd.time_state_updated', 'p.name as project_name', 's.name as silo_name'])
    .where('d.state', '=', 'faulted')
    .orderBy('d.project_id')
    .orderBy('d.time_state_updated')
    .orderBy('d.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, project_name, silo_name, time_state_updated }) => ({
    kind: 'disk',
    severity: 'critical',
    id,
    name,
    message: 'Disk faulted',
    silo_name,
    project_name,
    time_began: timestamp(time_state_updated),
  }))
}

/** Switches and sleds that could not be updated to the target release. */
const findFailedUpdates: Finder = async ({ db, limit }) => {
  const rows = await db
    .selectFrom('release_components')
    .select(['id', 'serial', 'problem'])
    .where('state', '=', 'failed')
    .orderBy('kind', 'desc')
    .orderBy('serial')
    .limit(limit)
    .execute()
  return rows.map(({ id, serial, problem }) => ({
    kind: 'release_component',
    severity: 'warning',
    id,
    name: serial,
    message: `Could not be updated: ${problem}`,
  }))
}

/** Finders that call the platform, which may not answer, with the kind of their issues. */
export const platformFinders: ReadonlyMap<Finder, SystemIssueKind> = new Map([
  [findUninitializedSleds, 'uninitialized_sled'],
  [findStorageProblems, 'storage'],
  [findBgpSessionsDown, 'bgp_session'],
  [findBfdSessionsDown, 'bfd_session'],
])

/** In the order of the answer. */
export const finders: readonly Finder[] = [
  findStoppedReconciliation,
  findUnknownMachines,
  ...findMissingHardware,
  findUnreachableSleds,
  findExpungedSleds,
  findExpungedDisks,
  findUninitializedSleds,
  findStorageProblems,
  findFaultedDisks,
  findBgpSessionsDown,
  findBfdSessionsDown,
  findNearlyFullPools,
  findNearlyUsedQuotas,
  findExpiringCertificates,
  findFailedDeliveries,
  findFailedBundles,
  findFailedUpdates,
  findOldSagas,
  findFailingTasks,
  // Last: the finders before it have called the platform.
  findUnansweredCalls,
]

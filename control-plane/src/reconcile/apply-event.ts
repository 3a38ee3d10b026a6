import { faultImage } from '../compute/images/image-fault.ts'
import { faultDisk } from '../compute/instances/events/disk-fault.ts'
import { applyInstanceEvent } from '../compute/instances/events/instance-events.ts'
import { faultSnapshot } from '../compute/snapshots/snapshot-fault.ts'
import { raiseAlert } from '../fleet/alerts/raise-alert.ts'
import { keepMachineEvent } from '../fleet/history/machine-events.repo.ts'
import { expungeDisk } from '../fleet/physical-disks/physical-disks.repo.ts'
import { expungeSled, recordSleds, setReachable, setStorageFull } from '../fleet/sleds/sleds.repo.ts'
import type { Tx } from '../kernel/database/database.ts'
import type { Services } from '../kernel/services/services.ts'
import { declareVpcs } from '../network/vpcs/vpc-declare.saga.ts'
import type { PlatformEvent } from '../platform/interface/platform.ts'
import { noteMissingStorage } from './storage-absences.repo.ts'

/** Applies an event of the platform to the tables. @returns `later` when it cannot be interpreted yet */
export async function applyEvent(
  tx: Tx,
  services: Pick<Services, 'sagas' | 'log'>,
  event: PlatformEvent,
  now: Date,
): Promise<'applied' | 'later'> {
  switch (event.kind) {
    case 'volume-faulted':
      if (event.missing) return noteMissing(tx, event.volumeId, now)
      return faultDisk(tx, event.volumeId, event.reason, now)
    case 'snapshot-faulted':
      if (event.missing) return noteMissing(tx, event.snapshotId, now)
      await faultSnapshot(tx, event.snapshotId, event.reason, now)
      return 'applied'
    case 'image-faulted':
      if (event.missing) return noteMissing(tx, event.imageId, now)
      await faultImage(tx, event.imageId, event.reason, now)
      return 'applied'
    case 'vpc-lost':
      await declareVpcs(tx, services, [event.vpcId])
      return 'applied'
    case 'sled-added':
      await recordSleds(tx, [event.sled], now)
      await raiseAlert(
        tx,
        'sled.added',
        { sled_id: event.sled.id, part: event.sled.baseboard.part, serial: event.sled.baseboard.serial },
        now,
      )
      await keepMachineEvent(tx, { event: 'sled_added', subjectId: event.sled.id }, now)
      return 'applied'
    case 'sled-unreachable':
      await setReachable(tx, event.sledId, false, now)
      await keepMachineEvent(tx, { event: 'sled_unreachable', subjectId: event.sledId }, now)
      await raiseAlert(tx, 'sled.unreachable', { sled_id: event.sledId }, now)
      return 'applied'
    case 'sled-reachable':
      await setReachable(tx, event.sledId, true, now)
      await keepMachineEvent(tx, { event: 'sled_reachable', subjectId: event.sledId }, now)
      return 'applied'
    case 'sled-storage':
      await setStorageFull(tx, event.sledId, event.full, now)
      return 'applied'
    case 'sled-removed':
      await expungeSled(tx, event.sledId, now)
      await keepMachineEvent(tx, { event: 'sled_removed', subjectId: event.sledId }, now)
      return 'applied'
    case 'physical-disk-failed':
    case 'physical-disk-removed':
      await expungeDisk(tx, event.physicalDiskId, now)
      return 'applied'
    // The state of links and sessions is in no table, but read from the platform.
    case 'bgp-session-down':
      await raiseAlert(tx, 'bgp.session_down', { switch: event.location, peer: event.peer }, now)
      return 'applied'
    case 'bfd-session-down':
      await raiseAlert(tx, 'bfd.session_down', { switch: event.location, peer: event.peer }, now)
      return 'applied'
    case 'switch-link-down':
      return 'applied'
    default:
      return applyInstanceEvent(tx, services, event, now)
  }
}

/** Absence is no proof (ADR 34): the comparison of storage decides. */
async function noteMissing(tx: Tx, id: string, now: Date): Promise<'applied'> {
  await noteMissingStorage(tx, id, now)
  return 'applied'
}

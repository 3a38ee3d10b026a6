import { applyInstanceEvent } from '../compute/instances/events/instance-events.ts'
import { faultDisk } from '../compute/instances/events/disk-fault.ts'
import { expungeDisk } from '../fleet/physical-disks/physical-disks.repo.ts'
import { recordSleds, setReachable } from '../fleet/sleds/sleds.repo.ts'
import type { Tx } from '../kernel/database.ts'
import type { Services } from '../kernel/services.ts'
import type { PlatformEvent } from '../platform/platform.ts'

/** Writes what the platform did by itself into the tables. `later`: it cannot be told yet what it means. */
export async function applyEvent(
  tx: Tx,
  services: Pick<Services, 'sagas' | 'log'>,
  event: PlatformEvent,
  now: Date,
): Promise<'applied' | 'later'> {
  switch (event.kind) {
    case 'volume-faulted':
      return faultDisk(tx, event.volumeId, now)
    case 'sled-added':
      await recordSleds(tx, [event.sled], now)
      return 'applied'
    case 'sled-unreachable':
    case 'sled-reachable':
      await setReachable(tx, event.sledId, event.kind === 'sled-reachable')
      return 'applied'
    case 'physical-disk-failed':
      await expungeDisk(tx, event.physicalDiskId, now)
      return 'applied'
    case 'bgp-session-down':
    case 'bfd-session-down':
    case 'switch-link-down':
      // No table has the state of links and sessions: the platform is asked for it.
      return 'applied'
    default:
      return applyInstanceEvent(tx, services, event, now)
  }
}

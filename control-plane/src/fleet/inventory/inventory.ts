import type { Services } from '../../kernel/services/services.ts'
import type { Hardware } from '../../platform/interface/hardware.ts'
import { recordDisks } from '../physical-disks/physical-disks.repo.ts'
import { recordPorts } from '../rack/switch-ports/switch-ports.repo.ts'
import { recordSwitches } from '../rack/switches/switches.repo.ts'
import { recordRacks } from '../racks/racks.repo.ts'
import { recordSleds, sledTimes } from '../sleds/sleds.repo.ts'
import { markUnlisted } from './unlisted-hardware.repo.ts'

/**
 * Updates hardware from the platform's inventory, and marks hardware that is no longer listed. Settings of operators
 * and newer events stay.
 */
export async function syncHardware(
  { db, clock, platform }: Pick<Services, 'db' | 'clock'> & { platform: { hardware: Pick<Hardware, 'inventory'> } },
  signal?: AbortSignal,
): Promise<void> {
  const before = await sledTimes(db)
  const { racks, sleds, physicalDisks, switches } = await platform.hardware.inventory(signal)
  const now = clock.now()
  await recordRacks(db, racks, now)
  await recordSwitches(db, switches, now)
  await recordPorts(db, switches, now)
  await recordSleds(db, sleds, now, before)
  await recordDisks(db, physicalDisks, now)
  await markUnlisted(db, 'racks', racks, now)
  await markUnlisted(db, 'switches', switches, now)
  await markUnlisted(db, 'sleds', sleds, now)
  await markUnlisted(db, 'physical_disks', physicalDisks, now)
}

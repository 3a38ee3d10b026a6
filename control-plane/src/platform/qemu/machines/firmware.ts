import type { InstanceSpec } from '../../instances.ts'
import { PlatformError } from '../../platform-error.ts'
import { readChain } from '../volumes/chain-reader.ts'
import { type Firmware, firmwareFor } from '../volumes/formats/boot-code.ts'
import { ARCHITECTURES, type Architecture, type EfiFirmware, hasEfi, requireEfi } from './architecture.ts'
import { bootOrder, type StoredDisk } from './machine-order.ts'

/**
 * The EFI firmware that a machine starts with; null for a BIOS.
 * @throws `permanent` where machines of this host cannot have it
 */
export async function firmwareOf(
  architecture: Architecture,
  wanted: InstanceSpec['firmware'],
  disks: readonly (StoredDisk & { boot: boolean })[],
): Promise<EfiFirmware | null> {
  const firmware = wanted === 'auto' ? await neededFirmware(architecture, disks) : wanted
  if (firmware === 'efi') return requireEfi(architecture)
  if (ARCHITECTURES[architecture].hasBios) return null
  throw new PlatformError('permanent', 'Machines of this host have no BIOS')
}

/**
 * What the first of its disks needs on which something boots. Read at each start, because an installer decides it for an
 * empty disk. Where nothing is found, EFI if the host has it: it looks for loaders in more places than are read here.
 */
async function neededFirmware(
  architecture: Architecture,
  disks: readonly (StoredDisk & { boot: boolean })[],
): Promise<Firmware> {
  if (!ARCHITECTURES[architecture].hasBios) return 'efi'
  for (const { chain, medium } of bootOrder(disks)) {
    const firmware = await firmwareFor(medium, (offset, length) => readChain(chain, offset, length))
    if (firmware) return firmware
  }
  return hasEfi(architecture) ? 'efi' : 'bios'
}

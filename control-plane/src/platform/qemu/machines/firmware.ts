import { readChain } from '../volumes/chain-reader.ts'
import { type Firmware, firmwareFor } from '../volumes/formats/boot-code.ts'
import { ARCHITECTURES, type Architecture, hasEfi } from './architecture.ts'
import { bootOrder, type StoredDisk } from './machine-order.ts'

/**
 * The firmware that a machine starts with: what the first of its disks needs on which something boots. Read at each start,
 * because an installer decides it for an empty disk. Where nothing is found, EFI if the host has it: it looks for loaders
 * in more places than are read here.
 */
export async function firmwareOf(
  architecture: Architecture,
  disks: readonly (StoredDisk & { boot: boolean })[],
): Promise<Firmware> {
  if (!ARCHITECTURES[architecture].hasBios) return 'efi'
  for (const { chain, medium } of bootOrder(disks)) {
    const firmware = await firmwareFor(medium, (offset, length) => readChain(chain, offset, length))
    if (firmware) return firmware
  }
  return (await hasEfi(architecture)) ? 'efi' : 'bios'
}

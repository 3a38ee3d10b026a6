import type { InstanceSpec } from '../../../interface/instances.ts'
import { PlatformError } from '../../../interface/platform-error.ts'
import { readChain } from '../../volumes/chain-reader.ts'
import { type Firmware, firmwareFor } from '../../volumes/formats/boot-code.ts'
import { ARCHITECTURES, type Architecture, type EfiFirmware, hasEfi } from './architecture.ts'
import { bootOrder, type StoredDisk } from './machine-order.ts'

/**
 * The EFI firmware of a machine; null for a BIOS.
 * @throws `permanent` if machines of this host cannot have it
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
 * The firmware that the first bootable disk needs. Read at each start, since an installer may have filled an empty
 * disk. EFI if no boot loader is found and the host has it: it looks in more places than are read here.
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

/** @throws `permanent`, with the package to install, if there is no EFI firmware for machines */
function requireEfi(architecture: Architecture): EfiFirmware {
  const { efi } = ARCHITECTURES[architecture]
  if (hasEfi(architecture)) return efi
  throw new PlatformError(
    'permanent',
    `The machine needs EFI firmware, which this host does not have: apt-get install ${efi.debianPackage}`,
  )
}

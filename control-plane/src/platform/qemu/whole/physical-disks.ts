import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../../../file-system/if-missing.ts'
import type { PhysicalDiskHardware } from '../../interface/hardware.ts'
import { SECTOR } from '../base/bytes.ts'

/** Block devices that the kernel builds from others. */
const NO_DISK = /^(loop|ram|zram|dm-|md|nbd|sr|fd)/

/** The disks of a host, from the kernel's list of block devices. */
export async function physicalDisks(sledId: string, folder = '/sys/block'): Promise<PhysicalDiskHardware[]> {
  const names = (await readdir(folder).catch(ifMissing<string[]>([]))).filter((name) => !NO_DISK.test(name)).toSorted()
  const disks = await Promise.all(names.map((name) => physicalDisk(join(folder, name), name, sledId)))
  return disks.filter(({ sizeBytes }) => sizeBytes > 0)
}

async function physicalDisk(path: string, name: string, sledId: string): Promise<PhysicalDiskHardware> {
  const read = async (file: string) => (await readFile(join(path, file), 'utf8').catch(() => '')).trim()
  const serial = (await read('device/serial')) || (await read('serial')) || name
  return {
    id: uuidOf(`${sledId} ${serial}`),
    sledId,
    vendor: (await read('device/vendor')) || 'unknown',
    model: (await read('device/model')) || name,
    serial,
    // Not `u2`: support bundles need disks apart from the host's own.
    formFactor: 'm2',
    sizeBytes: Number(await read('size')) * SECTOR,
    expunged: false,
  }
}

/** An id derived from a text by a hash, in the form of a UUID. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CpioFile } from './cpio-archive.ts'

/** Disks, the volume with the specification and its file system, the power button, the network. */
export const WANTED = [
  'virtio_pci',
  'virtio_scsi',
  'virtio_blk',
  'sd_mod',
  'vfat',
  'nls_cp437',
  'nls_ascii',
  'button',
  'evdev',
  'virtio_net',
]

const moduleName = (file: string) => basename(file, '.ko').replaceAll('-', '_')

/** The wanted modules of an unpacked kernel with those that they need, in the order of their insertion. */
export async function kernelModules(folder: string): Promise<CpioFile[]> {
  const files = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.ko'))
  const paths = new Map(files.map((path) => [moduleName(path), join(folder, path)]))
  const inserted = new Map<string, Uint8Array>()
  const insert = async (name: string): Promise<void> => {
    const path = paths.get(name)
    if (!path || inserted.has(name)) return
    const bytes = await readFile(path)
    for (const needed of dependencies(bytes)) await insert(needed)
    inserted.set(name, bytes)
  }
  for (const name of WANTED) await insert(name)
  return [...inserted].map(([name, bytes], index) => ({
    path: `modules/${`${index}`.padStart(2, '0')}-${name}.ko`,
    bytes,
  }))
}

/** A module lists those that it needs in a section of texts, each ended by a zero. */
function dependencies(module: Buffer): string[] {
  const at = module.indexOf('\0depends=') + '\0depends='.length
  const list = module.toString('latin1', at, module.indexOf(0, at))
  return list.split(',').filter(Boolean).map(moduleName)
}

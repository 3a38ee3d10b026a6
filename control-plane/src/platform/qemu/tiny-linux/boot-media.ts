import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MiB, SECTOR } from '../base/bytes.ts'
import { runProgram } from '../base/run-program.ts'
import { fatImage } from '../machines/files/fat-image.ts'
import { bootConfiguration } from './guest-scripts.ts'

/** Offset of the only partition. */
const PARTITION_AT = MiB
const EFI_BYTES = 30 * MiB
const ISOLINUX = '/usr/lib/ISOLINUX'
const ISOLINUX_MODULE = '/usr/lib/syslinux/modules/bios/ldlinux.c32'
const EFI_LOADER = '/usr/lib/systemd/boot/efi/systemd-bootx64.efi'
const loaderEntry =
  'title tiny\nlinux /vmlinuz\ninitrd /initrd\noptions console=ttyS0 quiet panic=1 mitigations=off nokaslr\n'

/**
 * The tiny Linux as a CD that a BIOS boots, which is a disk too when it is written to one.
 * Needs the packages isolinux, syslinux-common, xorriso and mtools.
 * @param image of its disk
 */
export function tinyIso(image: string): Promise<Buffer> {
  return inFolder(async (folder) => {
    await copySystem(image, folder)
    await writeFile(join(folder, 'isolinux.cfg'), bootConfiguration)
    const iso = `${folder}.iso`
    const sources = [`isolinux.bin=${ISOLINUX}/isolinux.bin`, `ldlinux.c32=${ISOLINUX_MODULE}`, folder]
    const boot = ['-b', 'isolinux.bin', '-no-emul-boot', '-boot-load-size', '4', '-boot-info-table']
    const hybrid = ['-isohybrid-mbr', `${ISOLINUX}/isohdpfx.bin`]
    try {
      await runProgram('xorriso', [
        '-as',
        'mkisofs',
        '-quiet',
        '-o',
        iso,
        ...boot,
        ...hybrid,
        '-graft-points',
        ...sources,
      ])
      return await readFile(iso)
    } finally {
      await rm(iso, { force: true })
    }
  })
}

/** The tiny Linux as a disk that only EFI firmware boots, with a table of partitions. @param image of its disk */
export const tinyEfiDisk = async (image: string): Promise<Buffer> =>
  Buffer.concat([partitionTable(EFI_BYTES), await tinyEfiStick(image)])

/**
 * The tiny Linux as on some USB sticks: an EFI file system without a partition table. Needs the packages
 * systemd-boot-efi and mtools.
 * @param image of its disk
 */
export function tinyEfiStick(image: string): Promise<Buffer> {
  return inFolder(async (folder) => {
    await copySystem(image, folder)
    const read = async (name: string) => ({ name, bytes: await readFile(join(folder, name)) })
    const files = [await read('vmlinuz'), await read('initrd')]
    const partition = join(folder, 'partition')
    await writeFile(partition, fatImage({ label: 'TINY', sizeBytes: EFI_BYTES, files }))
    await writeFile(join(folder, 'tiny.conf'), loaderEntry)
    await runProgram('mmd', ['-i', partition, '::EFI', '::EFI/BOOT', '::loader', '::loader/entries'])
    await runProgram('mcopy', ['-i', partition, EFI_LOADER, '::EFI/BOOT/BOOTX64.EFI'])
    await runProgram('mcopy', ['-i', partition, join(folder, 'tiny.conf'), '::loader/entries/tiny.conf'])
    return readFile(partition)
  })
}

/** The first sectors before an EFI system partition: a partition table without boot code. */
function partitionTable(bytes: number): Buffer {
  const head = Buffer.alloc(PARTITION_AT)
  head[446 + 4] = 0xef
  head.writeUInt32LE(PARTITION_AT / SECTOR, 446 + 8)
  head.writeUInt32LE(bytes / SECTOR, 446 + 12)
  head.set([0x55, 0xaa], SECTOR - 2)
  return head
}

async function copySystem(image: string, folder: string): Promise<void> {
  await runProgram('mcopy', ['-i', image, '::vmlinuz', '::initrd', folder])
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tiny-media-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBootDisk } from '../../control-plane/src/platform/qemu/probe/boot-sector.ts'
import { cachedTinyLinux } from '../../control-plane/src/platform/qemu/tiny-linux/cached-tiny-linux.ts'
import { smokePostgres } from './smoke.ts'

/** What guests boot. */
export interface GuestImage {
  /** A raw disk. */
  path: string
  /** What the serial port shows once it has booted. */
  prompt: string
}

/** tiny-linux; in a smoke run a boot sector, which takes no second but runs no commands. */
export async function guestImage(folder: string): Promise<GuestImage> {
  return smokePostgres ? bootSector(folder) : { path: await cachedTinyLinux(tmpdir()), prompt: 'login:' }
}

/** The smallest image: it writes its prompt, and ignores the power button. */
export async function bootSector(folder: string): Promise<GuestImage> {
  const [path, prompt] = [join(folder, 'boot-sector'), 'It runs']
  await writeBootDisk(path, prompt)
  return { path, prompt }
}

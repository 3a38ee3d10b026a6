import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { MiB } from '../base/bytes.ts'
import { runProgram } from '../base/run-program.ts'
import { fatImage } from '../machines/files/fat-image.ts'
import { cpioArchive, type CpioFile } from './cpio-archive.ts'
import {
  bootConfiguration,
  dhcpScript,
  initScript,
  powerOffScript,
  rebootScript,
  sessionScript,
} from './guest-scripts.ts'
import { kernelModules } from './kernel-modules.ts'

const IMAGE_BYTES = 24 * MiB
const ROOT_FOLDERS = ['bin', 'sbin', 'proc', 'sys', 'dev', 'tmp', 'root', 'cidata', 'modules', 'etc', 'etc/acpi']
/** Script that the guest's acpid runs when the power button is pressed. */
const POWER_BUTTON = 'etc/acpi/PWRF/00000080'

/**
 * Builds the raw image of a disk with the smallest Linux that can be logged in to: Debian's kernel and busybox, all of it
 * in memory. The host's Debian packages are the source, so that nothing is fetched from elsewhere.
 * It needs the packages busybox-static, syslinux and mtools; the kernel is unpacked and never installed.
 * @param kernelPackage a downloaded `linux-image-*.deb`
 */
export async function buildTinyLinux(kernelPackage: string, target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tiny-linux-'))
  try {
    await runProgram('dpkg-deb', ['-x', kernelPackage, folder])
    const boot = join(folder, 'boot')
    const kernel = (await readdir(boot)).find((name) => name.startsWith('vmlinuz-'))
    if (!kernel) throw new Error(`${kernelPackage} has no kernel`)
    const files = [
      { name: 'vmlinuz', bytes: await readFile(join(boot, kernel)) },
      { name: 'initrd', bytes: gzipSync(cpioArchive(await system(join(folder, 'lib/modules'))), { level: 9 }) },
      { name: 'syslinux.cfg', bytes: Buffer.from(bootConfiguration) },
    ]
    await writeFile(target, fatImage({ label: 'TINY', sizeBytes: IMAGE_BYTES, files }))
    await runProgram('syslinux', ['--install', target])
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function system(modules: string): Promise<CpioFile[]> {
  const script = (path: string, text: string) => ({ path, bytes: Buffer.from(text) })
  return [
    ...[...ROOT_FOLDERS, 'etc/acpi/PWRF'].map((path) => ({ path })),
    { path: 'bin/busybox', bytes: await readFile('/bin/busybox') },
    script('init', initScript),
    script('sbin/session', sessionScript),
    script('sbin/dhcp', dhcpScript),
    script('sbin/poweroff', powerOffScript),
    script('sbin/reboot', rebootScript),
    script(POWER_BUTTON, powerOffScript),
    ...(await kernelModules(modules)),
  ]
}

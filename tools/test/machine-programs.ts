import { existsSync } from 'node:fs'
import { aptInstall, pathOf } from './packages.ts'

/** What the tests of real machines and their networks run, with the Debian package that brings each. */
const PROGRAMS = {
  'qemu-system-x86_64': 'qemu-system-x86',
  'qemu-system-aarch64': 'qemu-system-arm',
  'qemu-img': 'qemu-utils',
  'qemu-io': 'qemu-utils',
  syslinux: 'syslinux',
  mcopy: 'mtools',
  busybox: 'busybox-static',
  setpriv: 'util-linux',
  ip: 'iproute2',
  nft: 'nftables',
  dnsmasq: 'dnsmasq-base',
  passt: 'passt',
  'apt-get': 'apt',
  xorriso: 'xorriso',
  fusermount3: 'fuse3',
}

/** Files that they need, likewise. */
const FILES = {
  '/usr/share/OVMF/OVMF_CODE_4M.fd': 'ovmf',
  '/usr/lib/ISOLINUX/isolinux.bin': 'isolinux',
  '/usr/lib/syslinux/modules/bios/ldlinux.c32': 'syslinux-common',
  '/usr/lib/python3/dist-packages/_pyfuse3.py': 'python3-pyfuse3',
  '/usr/lib/systemd/boot/efi/systemd-bootx64.efi': 'systemd-boot-efi',
}

/** Installs what is missing, if that is possible. Returns the packages that are missing then. */
export async function installForMachines(): Promise<string[]> {
  if (missing().length > 0) await aptInstall(...missing())
  return missing()
}

const missing = (): string[] => [
  ...new Set([
    ...Object.entries(PROGRAMS).flatMap(([program, debianPackage]) => (pathOf(program) ? [] : [debianPackage])),
    ...Object.entries(FILES).flatMap(([path, debianPackage]) => (existsSync(path) ? [] : [debianPackage])),
  ]),
]

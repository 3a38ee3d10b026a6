import { aptInstall, pathOf } from './packages.ts'

/** What the tests of real machines and their networks run, with the Debian package that brings each. */
const PROGRAMS = {
  'qemu-system-x86_64': 'qemu-system-x86',
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
}

/** Installs what is missing, if that is possible. Returns the packages that are missing then. */
export async function installForMachines(): Promise<string[]> {
  if (missing().length > 0) await aptInstall(...missing())
  return missing()
}

const missing = (): string[] => [
  ...new Set(Object.entries(PROGRAMS).flatMap(([program, debianPackage]) => (pathOf(program) ? [] : [debianPackage]))),
]

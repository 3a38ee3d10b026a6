/** How publishers name their systems in files; of two that begin alike the longer one first. */
const names = (
  'almalinux alpine amazon-linux arch-linux archlinux centos-stream centos cirros debian fedora flatcar freebsd ' +
  'gentoo kali netbsd nixos openbsd opensuse-leap opensuse oracle-linux rhel rocky sles talos ubuntu windows'
).split(' ')
const shortNames: Readonly<Record<string, string>> = {
  'arch-linux': 'arch',
  archlinux: 'arch',
  'centos-stream': 'centos',
}

const architecture = /(?<![a-z0-9])(x86[-_]64|amd64|arm64|aarch64|i[36]86|riscv64|ppc64le|s390x)(?![a-z0-9])/g
/** A day, and all behind it. */
const date = /(?<![0-9])\d{8}(?![0-9]).*$/
const version = /(?<![a-z0-9.])v?(\d+(?:\.\d+)*)(?![a-z0-9])/

/** OS and version in the name of an image's file: `debian-12-generic-amd64.qcow2` → debian 12. */
export function systemOfFile(file: string): { os: string; version: string } | undefined {
  const words = file.toLowerCase().replaceAll(architecture, '').replace(date, '').replaceAll(/[_ ]/g, '-')
  const name = names.find((each) => new RegExp(`(?<![a-z0-9])${each}(?![a-z])`).test(words))
  if (!name) return undefined
  const behind = words.slice(words.indexOf(name) + name.length)
  return { os: shortNames[name] ?? name, version: version.exec(` ${behind}`)?.[1] ?? '' }
}

/** The same of the file at an address. */
export const systemOfUrl = (url: string) =>
  URL.canParse(url) ? systemOfFile(new URL(url).pathname.split('/').at(-1)!) : undefined

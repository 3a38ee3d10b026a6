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

/** Releases that files have instead of a version. */
const releases: Readonly<Record<string, { os: string; version: string }>> = {
  buster: { os: 'debian', version: '10' },
  bullseye: { os: 'debian', version: '11' },
  bookworm: { os: 'debian', version: '12' },
  trixie: { os: 'debian', version: '13' },
  forky: { os: 'debian', version: '14' },
  bionic: { os: 'ubuntu', version: '18.04' },
  focal: { os: 'ubuntu', version: '20.04' },
  jammy: { os: 'ubuntu', version: '22.04' },
  noble: { os: 'ubuntu', version: '24.04' },
  plucky: { os: 'ubuntu', version: '25.04' },
  questing: { os: 'ubuntu', version: '25.10' },
}

const architecture = /(?<![a-z0-9])(x86[-_]64|amd64|arm64|aarch64|i[36]86|riscv64|ppc64le|s390x)(?![a-z0-9])/g
/** A day, and all behind it. */
const date = /(?<![0-9])\d{8}(?![0-9]).*$/
const version = /(?<![a-z0-9.])v?(\d+(?:\.\d+)*)(?![a-z0-9])/

/** OS and version in the name of an image's file: `debian-12-generic-amd64.qcow2` or `bookworm.raw` → debian 12. */
export function systemOfFile(file: string): { os: string; version: string } | undefined {
  const words = file.toLowerCase().replaceAll(architecture, '').replace(date, '').replaceAll(/[_ ]/g, '-')
  const find = (all: readonly string[]) => all.find((each) => new RegExp(`(?<![a-z0-9])${each}(?![a-z])`).test(words))
  const name = find(names)
  const release = releases[find(Object.keys(releases)) ?? '']
  if (!name) return release
  const os = shortNames[name] ?? name
  const number = version.exec(` ${words.slice(words.indexOf(name) + name.length)}`)?.[1] ?? ''
  // What else has a number behind a release is a build of it.
  const isRelease = release?.os === os && !number.startsWith(release.version)
  return { os, version: isRelease ? release.version : number }
}

/** The same of the file at an address. */
export const systemOfUrl = (url: string) =>
  URL.canParse(url) ? systemOfFile(new URL(url).pathname.split('/').at(-1)!) : undefined

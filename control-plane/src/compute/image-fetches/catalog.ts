import type { CatalogImage } from '@skerry/contract/compute/image-fetches.ts'

/** The servers of the publishers, which a setting can replace by mirrors with the same paths. */
export const PUBLISHERS = {
  alpine: 'https://dl-cdn.alpinelinux.org/alpine',
  debian: 'https://cloud.debian.org/images/cloud',
  fedora: 'https://dl.fedoraproject.org/pub/fedora/linux',
  rocky: 'https://dl.rockylinux.org/pub/rocky',
  ubuntu: 'https://cloud-images.ubuntu.com',
} as const
export type Publisher = keyof typeof PUBLISHERS
export type Mirrors = Partial<Record<Publisher, string>>

interface Release {
  publisher: Publisher
  os: string
  version: string
  /** The publisher's names of the architectures. */
  architectures: Record<CatalogImage['architecture'], string>
  folder: (architecture: string) => string
  file: (architecture: string) => string
  /** The checksum file, beside the image. */
  checksums: (file: string, architecture: string) => string
}

const DEBIAN_NAMES = { amd64: 'amd64', arm64: 'arm64' }
const GNU_NAMES = { amd64: 'x86_64', arm64: 'aarch64' }

const debian = (version: string, codename: string): Release => ({
  publisher: 'debian',
  os: 'Debian',
  version,
  architectures: DEBIAN_NAMES,
  folder: () => `${codename}/latest`,
  file: (architecture) => `debian-${version}-generic-${architecture}.qcow2`,
  checksums: () => 'SHA512SUMS',
})

const rocky = (version: string): Release => ({
  publisher: 'rocky',
  os: 'Rocky Linux',
  version,
  architectures: GNU_NAMES,
  folder: (architecture) => `${version}/images/${architecture}`,
  file: (architecture) => `Rocky-${version}-GenericCloud-Base.latest.${architecture}.qcow2`,
  checksums: (file) => `${file}.CHECKSUM`,
})

const RELEASES: readonly Release[] = [
  {
    publisher: 'alpine',
    os: 'Alpine',
    version: '3.24.1',
    architectures: GNU_NAMES,
    folder: () => 'v3.24/releases/cloud',
    // Machines of amd64 start without UEFI.
    file: (architecture) =>
      `generic_alpine-3.24.1-${architecture}-${architecture === 'x86_64' ? 'bios' : 'uefi'}-cloudinit-r0.qcow2`,
    checksums: (file) => `${file}.sha512`,
  },
  debian('12', 'bookworm'),
  debian('13', 'trixie'),
  {
    publisher: 'fedora',
    os: 'Fedora',
    version: '44',
    architectures: GNU_NAMES,
    folder: (architecture) => `releases/44/Cloud/${architecture}/images`,
    file: (architecture) => `Fedora-Cloud-Base-Generic-44-1.7.${architecture}.qcow2`,
    checksums: (_file, architecture) => `Fedora-Cloud-44-1.7-${architecture}-CHECKSUM`,
  },
  rocky('9'),
  rocky('10'),
  {
    publisher: 'ubuntu',
    os: 'Ubuntu',
    version: '24.04',
    architectures: DEBIAN_NAMES,
    folder: () => 'releases/24.04/release',
    file: (architecture) => `ubuntu-24.04-server-cloudimg-${architecture}.img`,
    checksums: () => 'SHA256SUMS',
  },
]

/** A name for the image: letters, digits and hyphens. */
const nameOf = (...parts: string[]): string =>
  parts
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')

/** The well-known images, on the publishers' servers or on mirrors. */
export const imageCatalog = (mirrors: Mirrors = {}): readonly CatalogImage[] =>
  RELEASES.flatMap(({ publisher, os, version, architectures, folder, file, checksums }) =>
    (['amd64', 'arm64'] as const).map((architecture) => {
      const theirs = architectures[architecture]
      const base = `${mirrors[publisher] ?? PUBLISHERS[publisher]}/${folder(theirs)}`
      return {
        name: nameOf(publisher, version, architecture),
        os,
        version,
        architecture,
        url: `${base}/${file(theirs)}`,
        checksum_url: `${base}/${checksums(file(theirs), theirs)}`,
      }
    }),
  )

import type { InstanceNic, InstanceSpec } from '../../../interface/instances.ts'
import { fatImage } from './fat-image.ts'

/** FAT16's minimum, which has room for user data of 32 KiB and a few hundred keys. */
const CIDATA_BYTES = 4 * 2 ** 20

/** In lower case: cloud-init accepts both, smaller guests such as CirrOS and busybox's `findfs` compare every letter. */
export const CIDATA_LABEL = 'cidata'

/**
 * The volume from which cloud-init reads its NoCloud data source. JSON is YAML, and some guests read nothing else.
 * A file system of its own making, so that the host needs no program for it.
 */
export function cidataImage(spec: InstanceSpec): Uint8Array {
  const files = Object.entries({
    'meta-data': Buffer.from(metaData(spec)),
    'user-data': spec.userData,
    ...(needsNetworkConfig(spec.nics) && {
      'network-config': Buffer.from(`${JSON.stringify(networkConfig(spec.nics))}\n`),
    }),
  })
  return fatImage({
    label: CIDATA_LABEL,
    sizeBytes: CIDATA_BYTES,
    files: files.map(([name, bytes]) => ({ name, bytes })),
  })
}

/** One value a line, for guests without a parser. */
function metaData({ id, hostname, sshPublicKeys }: InstanceSpec): string {
  const values = { 'instance-id': id, 'local-hostname': hostname, 'public-keys': sshPublicKeys }
  return `${JSON.stringify(values, null, 1)}\n`
}

/**
 * Without network configuration every guest uses DHCP for IPv4 on its only interface, the one case that old guests
 * handle well.
 */
const needsNetworkConfig = (nics: readonly InstanceNic[]): boolean => nics.length > 1 || nics.some(isIpv6)

const isIpv6 = ({ ip }: InstanceNic): boolean => ip.includes(':')

/**
 * DHCP gives each interface its addresses. A booting guest waits only for the primary one. cloud-init before 22.3 takes
 * the key for the interface's name, so each interface gets that name.
 */
function networkConfig(nics: readonly InstanceNic[]): unknown {
  const ethernets = nics.map((nic, index) => [
    `nic${index}`,
    {
      match: { macaddress: nic.mac.toLowerCase() },
      'set-name': `nic${index}`,
      dhcp4: !isIpv6(nic),
      dhcp6: isIpv6(nic),
      ...(!nic.primary && { optional: true }),
    },
  ])
  return { version: 2, ethernets: Object.fromEntries(ethernets) }
}

import type { InstanceNic, InstanceSpec } from '../../instances.ts'
import { fatImage } from './fat-image.ts'

/** The least that FAT16 allows, with room for user data of 32 KiB and some hundred keys. */
const SIZE_BYTES = 4 * 2 ** 20

/**
 * The volume from which cloud-init reads its NoCloud data source. JSON is YAML: no value needs escapes of its own.
 * A file system of its own making, so that the host needs no program for it.
 */
export function cidataImage(spec: InstanceSpec): Uint8Array {
  const files = Object.entries({
    'meta-data': Buffer.from(metaData(spec)),
    'user-data': spec.userData,
    'network-config': Buffer.from(`${JSON.stringify(networkConfig(spec.nics))}\n`),
  })
  return fatImage({
    label: 'CIDATA',
    sizeBytes: SIZE_BYTES,
    files: files.map(([name, bytes]) => ({ name, bytes })),
  })
}

/** One value a line, for guests without a YAML parser. */
function metaData({ id, hostname, sshPublicKeys }: InstanceSpec): string {
  const values = { 'instance-id': id, 'local-hostname': hostname, 'public-keys': sshPublicKeys }
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('')
}

/** The network answers each interface with its addresses. A guest that boots waits only for the primary one. */
function networkConfig(nics: readonly InstanceNic[]): unknown {
  const ethernets = nics.map(({ mac, ip, primary }, index) => [
    `nic${index}`,
    {
      match: { macaddress: mac.toLowerCase() },
      dhcp4: !ip.includes(':'),
      dhcp6: ip.includes(':'),
      ...(!primary && { optional: true }),
    },
  ])
  return { version: 2, ethernets: Object.fromEntries(ethernets) }
}

import type { Release } from '../interface/hardware.ts'
import type { InstanceSpec, InstanceVolume } from '../interface/instances.ts'
import type { VpcDocument } from '../interface/networks.ts'
import type { DesiredState } from '../interface/platform.ts'
import type { BfdSpec, PortPeer, PortSpec, SystemNetworkDocument } from '../interface/system-network.ts'
import type { VolumeSource, VolumeSpec } from '../interface/volumes.ts'

export const MiB = 2 ** 20
export const newId = (): string => crypto.randomUUID()

/** Labels of metrics. */
const labels = { projectId: newId(), siloId: newId() }

export const volumeSpec = (id = newId(), source: VolumeSource = { kind: 'blank' }): VolumeSpec => ({
  id,
  ...labels,
  sizeBytes: 64 * MiB,
  blockSize: 512,
  source,
})

/** Given to a machine, and found nowhere else. */
export const USER_DATA_SECRET = 'user-data-7f3a'

export const instanceSpec = (id: string, sledId: string, volumes: readonly InstanceVolume[]): InstanceSpec => ({
  id,
  ...labels,
  sledId,
  hostname: 'web-1',
  ncpus: 1,
  memoryBytes: 128 * MiB,
  firmware: 'auto',
  volumes,
  nics: [],
  userData: new TextEncoder().encode(`#cloud-config\npassword: ${USER_DATA_SECRET}\n`),
  sshPublicKeys: [],
})

/** By VPC: two of one host never have the same. */
const vnis = new Map<string, number>()

function vniOf(vpcId: string): number {
  const vni = vnis.get(vpcId) ?? 100 + vnis.size
  vnis.set(vpcId, vni)
  return vni
}

export const vpcDocument = (id: string, generation: number): VpcDocument => ({
  id,
  generation,
  vni: vniOf(id),
  ipv6Prefix: 'fd00:1122:3344::/48',
  subnets: [],
  routes: [],
  nics: [],
  probes: [],
  addressSets: [],
  firewallRules: [],
  externalAddresses: [],
  internetGateways: [],
  dns: { domain: 'default', hosts: [] },
})

export const systemDocument = (
  generation: number,
  parts: Partial<Pick<SystemNetworkDocument, 'ports' | 'bfdSessions'>> = {},
): SystemNetworkDocument => ({ generation, inboundIcmp: true, ports: [], loopbacks: [], bfdSessions: [], ...parts })

export const ASN = 65_000
/** A BGP peer has it as its password. */
export const MD5_SECRET = 'md5-2b9c'
const LINK = 'phy0'

export const bgpPeer = (address: string, exported: readonly string[] = []): PortPeer => ({
  link: LINK,
  address,
  localAsn: ASN,
  remoteAsn: null,
  holdTimeSeconds: 9,
  keepaliveSeconds: 3,
  md5AuthKey: MD5_SECRET,
  exported,
  allowedImport: null,
})

export const portSpec = (id: string, name: string, peers: readonly PortPeer[] = []): PortSpec => ({
  id,
  location: 'switch0',
  name,
  links: [{ name: LINK, speed: 'speed100_g', fec: null, autoneg: false, mtu: 1500, lldp: true }],
  addresses: [{ link: LINK, address: '198.51.100.2/24', vlanId: null }],
  routes: [],
  peers,
})

export const bfdSpec = (id: string, remote: string): BfdSpec => ({
  id,
  location: 'switch0',
  remote,
  local: null,
  mode: 'single_hop',
  detectionThreshold: 3,
  requiredRx: '1000000',
})

/** The state of an empty system. */
export const NOTHING: DesiredState = {
  addedSleds: [],
  volumes: [],
  snapshots: [],
  images: [],
  instances: [],
  vpcs: [],
  systemNetwork: systemDocument(1),
}

const CONTENT = new TextEncoder().encode('the files of a release')
const SHA256 = 'b3c2f6a2'.repeat(8)

/** @param open returns the bytes of its only artifact */
export const release = (version: string, open: Release['open'] = content): Release => ({
  version,
  artifacts: [{ name: 'system', version, kind: 'sled_os', sha256: SHA256, sizeBytes: CONTENT.length }],
  open,
})

async function* content(): AsyncIterable<Uint8Array> {
  yield CONTENT
}

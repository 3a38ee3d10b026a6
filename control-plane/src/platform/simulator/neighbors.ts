import ipaddr from 'ipaddr.js'
import type { LaneMonitor, LldpNeighborStatus, PortPeer, PortSpec } from '../interface/system-network.ts'
import { fraction, hash, mix } from './random.ts'

/** The simulated network outside the rack: neighbors of its ports and announcements of its peers. */

const LLDP_EVERY_MS = 30_000
const SHARED_ASNS = 1000
const FIRST_PRIVATE_ASN = 64_512
/** Networks reserved for documentation and tests. */
const NETWORKS = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '198.18.0.0/15', '100.64.0.0/10']

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0').slice(-digits)

/** One neighbor per link with LLDP; it announces itself every 30 s. */
export function neighborsOf(port: PortSpec, since: Date, now: Date): LldpNeighborStatus[] {
  return port.links.flatMap(({ name, lldp }, index) => {
    if (!lldp) return []
    const bits = mix(hash(`${port.location} neighbor`))
    const slot = mix(hash(`${port.id} ${name}`)) % 48
    const sinceFirst = Math.floor((now.getTime() - since.getTime()) / LLDP_EVERY_MS) * LLDP_EVERY_MS
    return {
      link: name,
      chassisId: `5e:4b:${hex(bits, 2)}:${hex(bits >>> 8, 2)}:${hex(bits >>> 16, 2)}:01`,
      linkName: `Ethernet${slot + 1}/${index + 1}`,
      linkDescription: `to ${port.location} ${port.name}`,
      systemName: `spine-${port.location === 'switch0' ? 1 : 2}`,
      systemDescription: 'Spine switch of the data hall',
      managementAddress: `192.0.2.${1 + (bits % 250)}`,
      firstSeen: since,
      lastSeen: new Date(since.getTime() + sinceFirst),
    }
  })
}

/** Optical power and temperature of a port's transceiver; without a link it receives almost no light. */
export const lanesOf = (portId: string, now: Date, up: boolean): LaneMonitor[] =>
  [0, 1, 2, 3].map((lane) => {
    const chance = fraction(mix(hash(`${portId} lane ${lane}`)))
    const wave = Math.sin(now.getTime() / 3_600_000 + chance * 6)
    const round = (number: number) => Math.round(number * 100) / 100
    return {
      lane,
      txPowerDbm: round(-1 + chance + wave / 20),
      rxPowerDbm: up ? round(-3 + chance + wave / 10) : -40,
      temperatureCelsius: round(38 + 4 * chance + 2 * wave),
    }
  })

/** The peer's ASN: the configured one, or one derived from its address. */
export const remoteAsnOf = ({ remoteAsn, address }: PortPeer): number =>
  remoteAsn ?? FIRST_PRIVATE_ASN + (mix(hash(address)) % SHARED_ASNS)

/** The accepted announcements of a peer: a default route and some networks; IPv4 only. */
export function importedFrom({ address, allowedImport }: PortPeer): string[] {
  if (ipaddr.parse(address).kind() !== 'ipv4') return []
  const announced = ['0.0.0.0/0', ...NETWORKS.filter((network) => mix(hash(`${address} ${network}`)) % 2 === 0)]
  return announced.filter(
    (network) => allowedImport === null || allowedImport.some((net) => networkContains(net, network)),
  )
}

function networkContains(outer: string, inner: string): boolean {
  const [net, width] = ipaddr.parseCIDR(outer)
  const [address, own] = ipaddr.parseCIDR(inner)
  return own >= width && address.kind() === net.kind() && address.match(net, width)
}

export const keepaliveMs = ({ keepaliveSeconds }: PortPeer): number => Math.max(1, keepaliveSeconds) * 1000

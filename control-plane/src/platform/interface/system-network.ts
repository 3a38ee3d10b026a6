/** Position of a switch in its rack. */
export type SwitchLocation = 'switch0' | 'switch1'

export interface PortLink {
  name: string
  speed: string
  fec: string | null
  autoneg: boolean
  mtu: number
  /** Whether it sends and receives LLDP. */
  lldp: boolean
}

export interface PortAddress {
  link: string
  /** Address with its prefix length. */
  address: string
  vlanId: number | null
}

export interface PortRoute {
  link: string
  destination: string
  gateway: string
  vlanId: number | null
  priority: number | null
}

export interface PortPeer {
  link: string
  address: string
  localAsn: number
  /** Null accepts any. */
  remoteAsn: number | null
  holdTimeSeconds: number
  keepaliveSeconds: number
  md5AuthKey: string | null
  /** Networks announced to it. */
  exported: readonly string[]
  /** Networks accepted from it; null accepts all. */
  allowedImport: readonly string[] | null
}

/** A configured port; all others are down. */
export interface PortSpec {
  id: string
  location: SwitchLocation
  name: string
  links: readonly PortLink[]
  addresses: readonly PortAddress[]
  routes: readonly PortRoute[]
  peers: readonly PortPeer[]
}

export interface LoopbackSpec {
  location: SwitchLocation
  /** Address with its prefix length. */
  address: string
}

export interface BfdSpec {
  id: string
  location: SwitchLocation
  remote: string
  local: string | null
  mode: 'single_hop' | 'multi_hop'
  detectionThreshold: number
  /** Microseconds as a decimal string: may exceed the range of a number. */
  requiredRx: string
}

/** The whole external network configuration of the rack: what a document omits is removed. */
export interface SystemNetworkDocument {
  /** Increases with every change. A document older than the applied one is ignored. */
  generation: number
  /** Whether the system's addresses answer pings. */
  inboundIcmp: boolean
  ports: readonly PortSpec[]
  loopbacks: readonly LoopbackSpec[]
  bfdSessions: readonly BfdSpec[]
}

export interface LldpNeighborStatus {
  link: string
  chassisId: string
  linkName: string
  linkDescription: string
  systemName: string
  systemDescription: string
  managementAddress: string
  firstSeen: Date
  lastSeen: Date
}

export interface LaneMonitor {
  lane: number
  txPowerDbm: number
  rxPowerDbm: number
  temperatureCelsius: number
}

export interface PortLinkState {
  up: boolean
  /** When `up` last changed. */
  since: Date
}

export interface PortStatus extends PortLinkState {
  links: readonly PortLink[]
  neighbors: readonly LldpNeighborStatus[]
  lanes: readonly LaneMonitor[]
}

export interface BgpSessionStatus {
  port: Pick<PortSpec, 'id' | 'name'>
  location: SwitchLocation
  peer: string
  localAsn: number
  remoteAsn: number
  state: 'connect' | 'active' | 'established'
  since: Date
  /** IPv4 networks announced by the peer and accepted. */
  imported: readonly string[]
  exported: readonly string[]
}

export interface BgpMessage {
  time: Date
  direction: 'sent' | 'received'
  message:
    | { type: 'open'; asn: number; hold_time: number }
    | { type: 'notification'; reason: string }
    | { type: 'update'; networks: readonly string[] }
}

export interface BgpStateChange {
  time: Date
  state: BgpSessionStatus['state']
  reason: string
}

/** A session's history since it was configured or since the switch keeps records; oldest first. */
export interface BgpPeerHistory {
  location: SwitchLocation
  peer: string
  /** All except keepalives, which are too many and only counted. */
  messages: readonly BgpMessage[]
  stateChanges: readonly BgpStateChange[]
  keepalives: { sent: number; received: number }
}

export interface BfdSessionStatus {
  id: string
  state: 'down' | 'init' | 'up'
  since: Date
}

/** The external network of the switches. */
export interface SystemNetwork {
  /** Resolves once the document, or a later one, is applied. Sessions come up afterwards. */
  ensure(document: SystemNetworkDocument, signal?: AbortSignal): Promise<void>
  /** Undefined for a port without configuration. */
  port(id: string): Promise<PortStatus | undefined>
  /** The state of all ports with configuration, by id. */
  portLinks(): Promise<ReadonlyMap<string, PortLinkState>>
  bgpSessions(): Promise<BgpSessionStatus[]>
  /** The history of each session of that autonomous system. */
  bgpHistory(localAsn: number): Promise<BgpPeerHistory[]>
  bfdSessions(): Promise<BfdSessionStatus[]>
}

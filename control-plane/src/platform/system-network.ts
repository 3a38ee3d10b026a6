/** Where a switch of a rack is. */
export type SwitchLocation = 'switch0' | 'switch1'

export interface PortLink {
  name: string
  speed: string
  fec: string | null
  autoneg: boolean
  mtu: number
  /** Whether it tells its neighbour of itself, and hears it. */
  lldp: boolean
}

export interface PortAddress {
  link: string
  /** With the width of its network. */
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
  /** Null takes whoever answers. */
  remoteAsn: number | null
  holdTimeSeconds: number
  keepaliveSeconds: number
  md5AuthKey: string | null
  /** Networks that it is told of. */
  exported: readonly string[]
  /** Networks that are taken from it; null takes all. */
  allowedImport: readonly string[] | null
}

/** A port that has settings; all others are down. */
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
  /** With the width of its network. */
  address: string
}

export interface BfdSpec {
  id: string
  location: SwitchLocation
  remote: string
  local: string | null
  mode: 'single_hop' | 'multi_hop'
  detectionThreshold: number
  /** Microseconds, in decimal: more than a number holds. */
  requiredRx: string
}

/** How the rack is reached from outside, whole: what a document leaves out is taken away. */
export interface SystemNetworkDocument {
  /** Grows with every change. A document older than the one in force is not applied. */
  generation: number
  /** Whether the system's own addresses answer pings. */
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

export interface PortStatus {
  up: boolean
  /** Since when it has been up or down. */
  since: Date
  links: readonly PortLink[]
  neighbors: readonly LldpNeighborStatus[]
  lanes: readonly LaneMonitor[]
}

export interface BgpSessionStatus {
  location: SwitchLocation
  peer: string
  localAsn: number
  remoteAsn: number
  state: 'connect' | 'active' | 'established'
  since: Date
  /** IPv4 networks that the peer told of and that were let in. */
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

/** A session since it was configured, or since the switch keeps records; oldest first. */
export interface BgpPeerHistory {
  location: SwitchLocation
  peer: string
  /** All but keepalives, which are counted: they would leave no room for the rest. */
  messages: readonly BgpMessage[]
  stateChanges: readonly BgpStateChange[]
  keepalives: { sent: number; received: number }
}

export interface BfdSessionStatus {
  id: string
  state: 'down' | 'init' | 'up'
  since: Date
}

/** The switches' side to the outside world. */
export interface SystemNetwork {
  /** Resolves once the document, or a later one, is in force. Sessions come up afterwards. */
  ensure(document: SystemNetworkDocument, signal?: AbortSignal): Promise<void>
  /** Of a port that has settings; undefined for any other. */
  port(id: string): Promise<PortStatus | undefined>
  bgpSessions(): Promise<BgpSessionStatus[]>
  /** Of each session of that autonomous system. */
  bgpHistory(localAsn: number): Promise<BgpPeerHistory[]>
  bfdSessions(): Promise<BfdSessionStatus[]>
}

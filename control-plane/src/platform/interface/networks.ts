export interface NetworkSubnet {
  id: string
  /** The first five addresses and the last belong to no interface; the first after the network's is the gateway. */
  ipv4Block: string
  ipv6Block: string
  /** The router that routes its traffic. */
  routerId: string
}

export interface NetworkRoute {
  id: string
  routerId: string
  /** Networks in CIDR form; names are resolved by the control plane. */
  destinations: readonly string[]
  target:
    | { kind: 'drop' }
    | { kind: 'subnet'; id: string }
    | { kind: 'ip'; ip: string }
    | { kind: 'instance'; id: string }
    | { kind: 'internet-gateway'; id: string }
}

/**
 * Traffic that a route sends through it leaves from an external address of its instance that is in one of the pools or
 * in `addresses`. Without such an address it is dropped.
 */
export interface NetworkInternetGateway {
  id: string
  /** Pools that are attached to it; an external address names its pool. */
  poolIds: readonly string[]
  /** Attached addresses. */
  addresses: readonly string[]
}

/** Names that resolve inside the VPC. They are also resolved relative to `domain`, the search domain of its guests. */
export interface NetworkDns {
  /** One label: the VPC's DNS name. */
  domain: string
  /** Each resolves as `<name>.<domain>`, in lower case. */
  hosts: readonly NetworkHost[]
}

export interface NetworkHost {
  /** A hostname of instances; it may have several labels. Unique in the document. */
  name: string
  /** The address of the primary interface of each instance with that hostname; at least one. */
  addresses: readonly string[]
}

export interface NetworkInterfaceSpec {
  id: string
  instanceId: string
  subnetId: string
  mac: string
  ip: string
  primary: boolean
  transitIps: readonly string[]
}

/** A network endpoint on a sled that belongs to no instance. */
export interface NetworkProbe {
  id: string
  sledId: string
  interfaceId: string
  subnetId: string
  mac: string
  ip: string
  externalAddress: { ip: string; poolId: string } | null
}

/** The addresses of a VPC, subnet or instance, under its id. Listed once, even if many rules use it. */
export interface NetworkAddressSet {
  id: string
  /** In CIDR form; at least one. */
  networks: readonly string[]
}

/** CIDR networks and ids of address sets, at least one in total. Matches an address that any of them contains. */
export interface NetworkAddresses {
  networks: readonly string[]
  sets: readonly string[]
}

export interface NetworkFirewallRule {
  id: string
  /** Lower takes precedence; on a tie deny wins. */
  priority: number
  direction: 'inbound' | 'outbound'
  action: 'allow' | 'deny'
  /** Applies to the interfaces of instances and probes whose `ip` matches. */
  targets: NetworkAddresses
  /** Addresses of the remote side; absent matches any. */
  hosts?: NetworkAddresses
  /** Destination ports of TCP and UDP, in both directions; absent matches any. Without protocols ICMP does not match. */
  ports?: readonly { first: number; last: number }[]
  /** Absent matches any. */
  protocols?: readonly (
    | { kind: 'tcp' | 'udp' }
    | { kind: 'icmp'; type?: number; codes?: { first: number; last: number } }
  )[]
}

/** Its traffic passes through the primary interface of the instance. */
export interface NetworkExternalAddress {
  kind: 'ephemeral' | 'floating' | 'snat'
  ip: string
  poolId: string
  instanceId: string
  /** The instance's port block; only for `snat`. */
  ports?: { first: number; last: number }
}

/** Everything about one VPC, with names resolved to ids and networks. */
export interface VpcDocument {
  id: string
  /** Increases with every change. A document older than the applied one is ignored. */
  generation: number
  vni: number
  ipv6Prefix: string
  subnets: readonly NetworkSubnet[]
  routes: readonly NetworkRoute[]
  nics: readonly NetworkInterfaceSpec[]
  probes: readonly NetworkProbe[]
  /** The address sets that firewall rules refer to. */
  addressSets: readonly NetworkAddressSet[]
  /** Enabled rules. Traffic that matches no rule: inbound denied, outbound allowed. */
  firewallRules: readonly NetworkFirewallRule[]
  /** An instance's outbound traffic uses the first that its gateway may use: floating, then ephemeral, then `snat`. */
  externalAddresses: readonly NetworkExternalAddress[]
  internetGateways: readonly NetworkInternetGateway[]
  dns: NetworkDns
}

/** A document declares a whole network: what it omits is removed. */
export interface Networks {
  /** Resolves once the document, or a later one, is applied. */
  ensureVpc(document: VpcDocument, signal?: AbortSignal, order?: number): Promise<void>
  deleteVpc(id: string, signal?: AbortSignal, order?: number): Promise<void>
  /** Ids of the VPCs that are in effect. */
  list(signal?: AbortSignal): Promise<readonly string[]>
}

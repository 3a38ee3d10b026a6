export interface NetworkSubnet {
  id: string
  ipv4Block: string
  ipv6Block: string
  /** Router whose routes its traffic takes. */
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

export interface NetworkInterfaceSpec {
  id: string
  instanceId: string
  subnetId: string
  mac: string
  ip: string
  primary: boolean
  transitIps: readonly string[]
}

/** A thing without an instance that answers on an interface of its own, on that sled. */
export interface NetworkProbe {
  id: string
  sledId: string
  interfaceId: string
  subnetId: string
  mac: string
  ip: string
  externalIp: string | null
}

/** The addresses of a VPC, a subnet or an instance, whose id it has. However many rules name it, it is here once. */
export interface NetworkAddressSet {
  id: string
  /** In CIDR form; at least one. */
  networks: readonly string[]
}

/** Networks in CIDR form and ids of address sets: at least one of either. An address matches if any holds it. */
export interface NetworkAddresses {
  networks: readonly string[]
  sets: readonly string[]
}

export interface NetworkFirewallRule {
  id: string
  /** Lower first; on a tie deny wins. */
  priority: number
  direction: 'inbound' | 'outbound'
  action: 'allow' | 'deny'
  /** Applies to the interfaces of instances and probes whose `ip` matches. */
  targets: NetworkAddresses
  /** Addresses of the other side; absent is any. */
  hosts?: NetworkAddresses
  /** Ports that traffic goes to, in either direction; absent is any. */
  ports?: readonly { first: number; last: number }[]
  /** Absent is any. */
  protocols?: readonly (
    | { kind: 'tcp' | 'udp' }
    | { kind: 'icmp'; type?: number; codes?: { first: number; last: number } }
  )[]
}

export interface NetworkExternalAddress {
  kind: 'ephemeral' | 'floating' | 'snat'
  ip: string
  instanceId: string
  /** Of a `snat` address alone: the block of ports that is the instance's. */
  ports?: { first: number; last: number }
}

/** Everything about one VPC, with names resolved to ids and networks. */
export interface VpcDocument {
  id: string
  /** Grows with every change. A document older than the one in force is not applied. */
  generation: number
  vni: number
  ipv6Prefix: string
  subnets: readonly NetworkSubnet[]
  routes: readonly NetworkRoute[]
  nics: readonly NetworkInterfaceSpec[]
  probes: readonly NetworkProbe[]
  /** Those that firewall rules refer to. */
  addressSets: readonly NetworkAddressSet[]
  /** Enabled rules. Traffic that matches no rule: inbound denied, outbound allowed. */
  firewallRules: readonly NetworkFirewallRule[]
  externalAddresses: readonly NetworkExternalAddress[]
}

/** Networks are declared whole: what a document leaves out is taken away. */
export interface Networks {
  /** Resolves once the document, or a later one, is in force. */
  ensureVpc(document: VpcDocument, signal?: AbortSignal): Promise<void>
  deleteVpc(id: string, signal?: AbortSignal): Promise<void>
}

/** Names and addresses that are the same in all VPCs' namespaces, and that no VPC can contain. */
export const BRIDGE = 'br0'
/** The link from a VPC's namespace to the edge; in the edge's own, the link to the host. */
export const UPLINK = 'ext0'
export const BRIDGE_MAC = '02:73:6b:00:00:fe'
/** MACs of the two ends of each link between namespaces. */
export const OUTER_MAC = '02:73:6b:00:00:01'
export const INNER_MAC = '02:73:6b:00:00:02'

/** The next hop that stands for an internet gateway. No link has it: a permanent neighbour entry leads to the edge. */
export const gatewayHop = (number: number): string => `169.254.${number >> 8}.${number & 255}`
/** The IPv6 next hop that stands for an interface. */
export const interfaceHop = (number: number): string => `fe80::a:${number.toString(16)}`

/** Layout of a packet's mark: the number of its source interface, and above it that of the router that routes it. */
export const ROUTER_SHIFT = 16
export const NUMBER_MASK = 0xff_ff

/** Number of a router's routing table in its VPC's namespace. */
export const routerTable = (number: number): number => 1000 + number

/** Names and addresses that are the same in each VPC's namespace; its own addresses are never among them. */
export const BRIDGE = 'br0'
/** The way out of a namespace, towards the edge; in the edge's own, towards the host. */
export const UPLINK = 'ext0'
export const BRIDGE_MAC = '02:73:6b:00:00:fe'
/** MACs of the two ends of each link between namespaces. */
export const OUTER_MAC = '02:73:6b:00:00:01'
export const INNER_MAC = '02:73:6b:00:00:02'

/** The next hop that stands for an internet gateway. No link has it: an entry of the neighbour table leads outside. */
export const gatewayHop = (number: number): string => `169.254.${number >> 8}.${number & 255}`
/** The next hop that stands for an interface, for IPv6. */
export const interfaceHop = (number: number): string => `fe80::a:${number.toString(16)}`

/** A packet's mark: the number of the interface it came from, and above it that of the router that routes it. */
export const ROUTER_SHIFT = 16
export const NUMBER_MASK = 0xff_ff

/** The table of routes of a router in its VPC's namespace. */
export const routerTable = (number: number): number => 1000 + number

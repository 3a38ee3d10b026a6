/** Source NAT: how many ports of an address an instance has; so four share one. */
export const SNAT_PORTS = 16_384
export const SNAT_BLOCKS = 65_536 / SNAT_PORTS

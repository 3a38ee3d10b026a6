/** Source NAT ports per instance: four instances share an address. */
export const SNAT_PORTS = 16_384
export const SNAT_BLOCKS = 65_536 / SNAT_PORTS

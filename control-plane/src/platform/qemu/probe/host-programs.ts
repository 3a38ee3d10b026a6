import { ARCHITECTURES, hostArchitecture } from '../machines/order/architecture.ts'

const { binary, debianPackage } = ARCHITECTURES[hostArchitecture]
/** Runs machines with this host's architecture. Images for others do not start. */
export const QEMU_BINARY = binary

export interface HostProgram {
  name: string
  debianPackage: string
  /** Flag that makes it print its version; `--version` by default. */
  versionFlag?: string
  /** Consequence of its absence. */
  cost: string
}

/** Required for real machines. */
export const neededPrograms: readonly HostProgram[] = [
  { name: QEMU_BINARY, debianPackage, cost: 'no machine runs' },
  { name: 'qemu-img', debianPackage: 'qemu-utils', cost: 'no disk is made from an image or a snapshot' },
]

const NO_WAY_OUT = 'the machines of an ordinary user reach nothing'

/** Required for the machines of an ordinary user to reach the outside. */
export const passtPrograms: readonly HostProgram[] = [
  { name: 'pasta', debianPackage: 'passt', cost: NO_WAY_OUT },
  { name: 'passt', debianPackage: 'passt', cost: NO_WAY_OUT },
  { name: 'ip', debianPackage: 'iproute2', versionFlag: '-V', cost: NO_WAY_OUT },
]

const ALONE = 'each machine is alone in a network of its own'

/** Required, as root, for machines in the networks of their VPCs. */
export const networkPrograms: readonly HostProgram[] = [
  { name: 'ip', debianPackage: 'iproute2', versionFlag: '-V', cost: ALONE },
  { name: 'nft', debianPackage: 'nftables', cost: ALONE },
  { name: 'dnsmasq', debianPackage: 'dnsmasq-base', cost: ALONE },
]

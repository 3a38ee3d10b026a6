import type { Accelerator } from '../machines/order/architecture.ts'
import type { LegType } from '../networks/leg.ts'

/** Operator settings for this host. */
export interface HostOptions {
  /** The interface that connects guests to the outside. */
  uplink: string | undefined
  /** Type of the networks' link at the uplink; by default with a MAC of its own. */
  uplinkType: LegType | undefined
  /** IPv4 addresses of DNS servers for names outside of VPCs; undefined for the host's own servers. */
  resolvers: readonly string[] | undefined
  /** Overrides the accelerator that is found to work. */
  accelerator: Accelerator | undefined
}

import { affinityGroups } from './compute/affinity/group.resource.ts'
import { disks } from './compute/disks/disk.resource.ts'
import { snapshots } from './compute/snapshots/snapshot.resource.ts'
import { alertReceivers } from './fleet/alerts/alert-receiver.resource.ts'
import { addressLots } from './fleet/rack/address-lots/address-lot.resource.ts'
import { announceSets } from './fleet/rack/bgp/announce-set.resource.ts'
import { instances } from './kernel/resources/instance.resource.ts'
import { projects } from './kernel/resources/project.resource.ts'
import type { AnyResource } from './kernel/resources/resource.ts'
import { silos } from './kernel/resources/silo.resource.ts'
import { floatingIps } from './network/floating-ips/floating-ip.resource.ts'
import { gatewayAddresses, gatewayPools, gateways } from './network/internet-gateways/internet-gateway.resource.ts'
import { ipPools } from './network/ip-pools/ip-pool.resource.ts'
import { networkInterfaces } from './network/network-interfaces/network-interface.resource.ts'
import { routers, routes } from './network/routers/router.resource.ts'
import { subnets } from './network/subnets/subnet.resource.ts'
import { vpcs } from './network/vpcs/vpc.resource.ts'

/** All resources that requests name. */
export const resources: readonly AnyResource[] = [
  silos,
  projects,
  instances,
  disks,
  snapshots,
  affinityGroups.affinity,
  affinityGroups.anti_affinity,
  vpcs,
  subnets,
  routers,
  routes,
  gateways,
  gatewayPools,
  gatewayAddresses,
  networkInterfaces,
  floatingIps,
  ipPools,
  addressLots,
  announceSets,
  alertReceivers,
]

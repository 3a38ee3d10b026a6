import { affinity } from './compute/affinity.ts'
import { disks } from './compute/disks.ts'
import { imageFetches } from './compute/image-fetches.ts'
import { images } from './compute/images.ts'
import { instances } from './compute/instances.ts'
import { probes } from './compute/probes.ts'
import { projectOverview } from './compute/project-overview.ts'
import { projects } from './compute/projects.ts'
import { snapshots } from './compute/snapshots.ts'
import { addressLots } from './fleet/address-lots.ts'
import { alerts } from './fleet/alerts.ts'
import { allowList } from './fleet/allow-list.ts'
import { auditLog } from './fleet/audit-log.ts'
import { bfd } from './fleet/bfd.ts'
import { bgp } from './fleet/bgp.ts'
import { history } from './fleet/history.ts'
import { icmp } from './fleet/icmp.ts'
import { issues } from './fleet/issues.ts'
import { loopbackAddresses } from './fleet/loopback-addresses.ts'
import { metrics } from './fleet/metrics.ts'
import { overcommitment } from './fleet/overcommitment.ts'
import { physicalDisks } from './fleet/physical-disks.ts'
import { racks } from './fleet/racks.ts'
import { sagas } from './fleet/sagas.ts'
import { sleds } from './fleet/sleds.ts'
import { status } from './fleet/status.ts'
import { supportBundles } from './fleet/support-bundles.ts'
import { switchPorts } from './fleet/switch-ports.ts'
import { switches } from './fleet/switches.ts'
import { systemOverview } from './fleet/system-overview.ts'
import { updates } from './fleet/updates.ts'
import { webhooks } from './fleet/webhooks.ts'
import { accessTokens } from './identity/access-tokens.ts'
import { authSettings } from './identity/auth-settings.ts'
import { certificates } from './identity/certificates.ts'
import { events } from './identity/events.ts'
import { groups } from './identity/groups.ts'
import { identityProviders } from './identity/identity-providers.ts'
import { me } from './identity/me.ts'
import { policies } from './identity/policies.ts'
import { quotas } from './identity/quotas.ts'
import { roles } from './identity/roles.ts'
import { sessions } from './identity/sessions.ts'
import { silos } from './identity/silos.ts'
import { sshKeys } from './identity/ssh-keys.ts'
import { users } from './identity/users.ts'
import { utilization } from './identity/utilization.ts'
import { externalIps } from './network/external-ips.ts'
import { firewallRules } from './network/firewall-rules.ts'
import { floatingIps } from './network/floating-ips.ts'
import { internetGateways } from './network/internet-gateways.ts'
import { ipPools } from './network/ip-pools.ts'
import { networkInterfaces } from './network/network-interfaces.ts'
import { routers } from './network/routers.ts'
import { subnets } from './network/subnets.ts'
import { vpcs } from './network/vpcs.ts'
import type { Operation } from './operation.ts'

/** Every operation by its id. */
export const operations = {
  ...accessTokens,
  ...authSettings,
  ...certificates,
  ...events,
  ...groups,
  ...identityProviders,
  ...me,
  ...policies,
  ...quotas,
  ...roles,
  ...sessions,
  ...silos,
  ...sshKeys,
  ...users,
  ...utilization,
  ...affinity,
  ...disks,
  ...images,
  ...imageFetches,
  ...instances,
  ...projectOverview,
  ...probes,
  ...projects,
  ...snapshots,
  ...externalIps,
  ...firewallRules,
  ...floatingIps,
  ...internetGateways,
  ...ipPools,
  ...networkInterfaces,
  ...routers,
  ...subnets,
  ...vpcs,
  ...addressLots,
  ...alerts,
  ...allowList,
  ...auditLog,
  ...bfd,
  ...bgp,
  ...history,
  ...icmp,
  ...issues,
  ...overcommitment,
  ...loopbackAddresses,
  ...metrics,
  ...systemOverview,
  ...physicalDisks,
  ...racks,
  ...sagas,
  ...sleds,
  ...status,
  ...supportBundles,
  ...switchPorts,
  ...switches,
  ...updates,
  ...webhooks,
}

export type OperationId = keyof typeof operations

/** The operation with this id; undefined when there is none. */
export const operationById = (id: string): Operation | undefined =>
  Object.hasOwn(operations, id) ? (operations as Record<string, Operation>)[id] : undefined

import type { operations } from '@skerry/contract/operations.ts'
import { affinityOps } from './compute/affinity/affinity.ops.ts'
import { disksOps } from './compute/disks/disks.ops.ts'
import { imageFetchesOps } from './compute/image-fetches/image-fetches.ops.ts'
import { imagesOps } from './compute/images/images.ops.ts'
import { graphicalConsoleOps } from './compute/instances/graphical-console/graphical-console.ops.ts'
import { guestOps } from './compute/instances/guest/guest.ops.ts'
import { instancesOps } from './compute/instances/instances.ops.ts'
import { serialConsoleOps } from './compute/instances/serial-console/serial-console.ops.ts'
import { probesOps } from './compute/probes/probes.ops.ts'
import { projectOverviewOps } from './compute/project-overview/project-overview.ops.ts'
import { projectsOps } from './compute/projects/projects.ops.ts'
import { snapshotsOps } from './compute/snapshots/snapshots.ops.ts'
import { alertsOps } from './fleet/alerts/alerts.ops.ts'
import { allowListOps } from './fleet/allow-list/allow-list.ops.ts'
import { auditLogOps } from './fleet/audit-log/audit-log.ops.ts'
import { historyOps } from './fleet/history/history.ops.ts'
import { issuesOps } from './fleet/issues/issues.ops.ts'
import { oxqlOps } from './fleet/metrics/oxql/oxql.ops.ts'
import { usageMetricsOps } from './fleet/metrics/usage-metrics.ops.ts'
import { overcommitmentOps } from './fleet/overcommitment/overcommitment.ops.ts'
import { physicalDisksOps } from './fleet/physical-disks/physical-disks.ops.ts'
import { addressLotsOps } from './fleet/rack/address-lots/address-lots.ops.ts'
import { bfdOps } from './fleet/rack/bfd/bfd.ops.ts'
import { bgpOps } from './fleet/rack/bgp/bgp.ops.ts'
import { icmpOps } from './fleet/rack/icmp/icmp.ops.ts'
import { loopbackAddressesOps } from './fleet/rack/loopback-addresses/loopback-addresses.ops.ts'
import { switchPortsOps } from './fleet/rack/switch-ports/switch-ports.ops.ts'
import { switchesOps } from './fleet/rack/switches/switches.ops.ts'
import { updatesOps } from './fleet/rack/updates/updates.ops.ts'
import { racksOps } from './fleet/racks/racks.ops.ts'
import { sagasOps } from './fleet/sagas/sagas.ops.ts'
import { sledsOps } from './fleet/sleds/sleds.ops.ts'
import { statusOps } from './fleet/status/status.ops.ts'
import { supportBundlesOps } from './fleet/support-bundles/support-bundles.ops.ts'
import { systemOverviewOps } from './fleet/system-overview/system-overview.ops.ts'
import { webhooksOps } from './fleet/webhooks/webhooks.ops.ts'
import { accessTokensOps } from './identity/access-tokens/access-tokens.ops.ts'
import { authSettingsOps } from './identity/auth-settings/auth-settings.ops.ts'
import { certificatesOps } from './identity/certificates/certificates.ops.ts'
import { eventsOps } from './identity/events/events.ops.ts'
import { groupsOps } from './identity/groups/groups.ops.ts'
import { identityProvidersOps } from './identity/identity-providers/identity-providers.ops.ts'
import { meOps } from './identity/me/me.ops.ts'
import { policiesOps } from './identity/policies/policies.ops.ts'
import { quotasOps } from './identity/quotas/quotas.ops.ts'
import { rolesOps } from './identity/roles/roles.ops.ts'
import { deviceLoginOps } from './identity/sessions/device-login.ops.ts'
import { samlOps } from './identity/sessions/saml.ops.ts'
import { sessionsOps } from './identity/sessions/sessions.ops.ts'
import { silosOps } from './identity/silos/silos.ops.ts'
import { sshKeysOps } from './identity/ssh-keys/ssh-keys.ops.ts'
import { userAccessOps } from './identity/users/user-access.ops.ts'
import { usersOps } from './identity/users/users.ops.ts'
import { utilizationOps } from './identity/utilization/utilization.ops.ts'
import type { Handlers } from './kernel/http/call.ts'
import { externalIpsOps } from './network/external-ips/external-ips.ops.ts'
import { firewallRulesOps } from './network/firewall-rules/firewall-rules.ops.ts'
import { floatingIpsOps } from './network/floating-ips/floating-ips.ops.ts'
import { internetGatewaysOps } from './network/internet-gateways/internet-gateways.ops.ts'
import { ipPoolsOps } from './network/ip-pools/ip-pools.ops.ts'
import { networkInterfacesOps } from './network/network-interfaces/network-interfaces.ops.ts'
import { routersOps } from './network/routers/routers.ops.ts'
import { subnetsOps } from './network/subnets/subnets.ops.ts'
import { vpcsOps } from './network/vpcs/vpcs.ops.ts'

/** Every operation of the contract. */
export const handlers = {
  ...statusOps,
  ...systemOverviewOps,
  ...overcommitmentOps,
  ...alertsOps,
  ...webhooksOps,
  ...allowListOps,
  ...sessionsOps,
  ...deviceLoginOps,
  ...samlOps,
  ...accessTokensOps,
  ...eventsOps,
  ...groupsOps,
  ...identityProvidersOps,
  ...meOps,
  ...policiesOps,
  ...rolesOps,
  ...userAccessOps,
  ...usersOps,
  ...sshKeysOps,
  ...silosOps,
  ...quotasOps,
  ...utilizationOps,
  ...usageMetricsOps,
  ...authSettingsOps,
  ...certificatesOps,
  ...projectsOps,
  ...projectOverviewOps,
  ...probesOps,
  ...disksOps,
  ...imagesOps,
  ...imageFetchesOps,
  ...snapshotsOps,
  ...instancesOps,
  ...graphicalConsoleOps,
  ...guestOps,
  ...serialConsoleOps,
  ...affinityOps,
  ...vpcsOps,
  ...subnetsOps,
  ...routersOps,
  ...firewallRulesOps,
  ...internetGatewaysOps,
  ...networkInterfacesOps,
  ...externalIpsOps,
  ...floatingIpsOps,
  ...racksOps,
  ...sledsOps,
  ...physicalDisksOps,
  ...switchesOps,
  ...switchPortsOps,
  ...addressLotsOps,
  ...loopbackAddressesOps,
  ...bgpOps,
  ...bfdOps,
  ...icmpOps,
  ...issuesOps,
  ...ipPoolsOps,
  ...oxqlOps,
  ...supportBundlesOps,
  ...updatesOps,
  ...auditLogOps,
  ...historyOps,
  ...sagasOps,
} satisfies Handlers<typeof operations>

import { createRoute, redirect } from '@tanstack/react-router'
import { NotFound } from '~/shell/error-pages.tsx'
import { affinityRoutes } from './compute/affinity.ts'
import { diskRoutes } from './compute/disks.ts'
import { projectImageRoutes, siloImageRoutes } from './compute/images.ts'
import { instanceRoutes, lookupRoutes } from './compute/instances.ts'
import { probeRoutes } from './compute/probes.ts'
import { projectRoutes } from './compute/projects.ts'
import { snapshotRoutes } from './compute/snapshots.ts'
import { addressLotRoutes } from './fleet/address-lots.ts'
import { inventoryRoutes, inventoryTabs } from './fleet/inventory.ts'
import { auditLogRoutes } from './fleet/audit-log.ts'
import { sagaRoutes } from './fleet/sagas.ts'
import { supportBundleRoutes } from './fleet/support-bundles.ts'
import { alertRoutes } from './fleet/alerts.ts'
import { allowListRoutes } from './fleet/allow-list.ts'
import { bfdRoutes } from './fleet/bfd.ts'
import { bgpRoutes } from './fleet/bgp.ts'
import { icmpRoutes } from './fleet/icmp.ts'
import { loopbackAddressRoutes } from './fleet/loopback-addresses.ts'
import { issueRoutes } from './fleet/issues.ts'
import { projectMetricRoutes, systemMetricRoutes } from './fleet/metrics.ts'
import { physicalDiskRoutes, physicalDiskTabs } from './fleet/physical-disks.ts'
import { rackRoutes, rackTabs } from './fleet/racks.ts'
import { sledRoutes, sledTabs } from './fleet/sleds.ts'
import { switchRoutes, switchTabs } from './fleet/switches.ts'
import { portSettingsRoutes } from './fleet/switch-port-settings.ts'
import { switchPortRoutes } from './fleet/switch-ports.ts'
import { firewallRuleRoutes } from './network/firewall-rules.ts'
import { gatewayRoutes } from './network/internet-gateways.ts'
import { routerRoutes, routerTabRoutes } from './network/routers.ts'
import { topologyRoutes } from './network/topology.ts'
import { subnetRoutes } from './network/subnets.ts'
import { vpc, vpcIndex, vpcRoutes, vpcTabs } from './network/vpcs.ts'
import { accessTokenRoutes } from './identity/access-tokens.ts'
import { accessRoutes, projectAccessRoutes } from './identity/access.ts'
import { providerRoutes } from './identity/identity-providers.ts'
import { authSettingsRoutes } from './identity/auth-settings.ts'
import { certificateRoutes } from './identity/certificates.ts'
import { meRoutes } from './identity/me.ts'
import { sessionRoutes } from './identity/sessions.ts'
import { fleetAccessRoutes, siloAccessRoutes } from './identity/fleet-access.ts'
import { quotaRoutes, siloQuotaRoutes } from './identity/quotas.ts'
import { roleRoutes } from './identity/roles.ts'
import { silo, siloRoutes, siloTabRoutes } from './identity/silos.ts'
import { sshKeyRoutes } from './identity/ssh-keys.ts'
import { siloUserPageRoutes, siloUserRoutes } from './identity/users.ts'
import { builtinUserRoutes } from './identity/users-builtin.ts'
import { siloUtilizationRoutes, systemUtilizationRoutes } from './identity/utilization.ts'
import { app, project, root, settings, system } from './layouts.tsx'
import { floatingIpRoutes } from './network/floating-ips.ts'
import { ipPoolRoutes, siloPoolRoutes } from './network/ip-pools.ts'
import { updateRoutes } from './fleet/updates.ts'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true })
  },
})

/** Whatever no other route stands for. */
const nothing = createRoute({
  getParentRoute: () => app,
  path: '$',
  staticData: { crumbs: [{ label: 'Page not found', to: '/' }] },
  component: NotFound,
})

/** Every URL of the console, by the area whose sidebar it shows. */
export const routeTree = root.addChildren([
  home,
  ...sessionRoutes,
  app.addChildren([
    ...projectRoutes,
    ...siloImageRoutes,
    ...siloUtilizationRoutes,
    ...lookupRoutes,
    ...accessRoutes,
    ...certificateRoutes,
    ...authSettingsRoutes,
    project.addChildren([
      ...instanceRoutes,
      ...diskRoutes,
      ...snapshotRoutes,
      ...projectImageRoutes,
      ...vpcRoutes,
      vpc.addChildren([
        vpcIndex,
        vpcTabs.addChildren([
          ...firewallRuleRoutes,
          ...subnetRoutes,
          ...routerTabRoutes,
          ...gatewayRoutes,
          ...topologyRoutes,
        ]),
        ...routerRoutes,
      ]),
      ...floatingIpRoutes,
      ...affinityRoutes,
      ...probeRoutes,
      ...projectAccessRoutes,
      ...projectMetricRoutes,
    ]),
    system.addChildren([
      ...issueRoutes,
      ...siloRoutes,
      ...siloUserPageRoutes,
      silo.addChildren([
        ...siloTabRoutes,
        ...providerRoutes,
        ...siloUserRoutes,
        ...siloAccessRoutes,
        ...siloPoolRoutes,
        ...siloQuotaRoutes,
      ]),
      ...systemUtilizationRoutes,
      ...quotaRoutes,
      ...inventoryRoutes,
      inventoryTabs.addChildren([...sledTabs, ...physicalDiskTabs, ...rackTabs, ...switchTabs]),
      ...sledRoutes,
      ...physicalDiskRoutes,
      ...rackRoutes,
      ...switchRoutes,
      ...ipPoolRoutes,
      ...addressLotRoutes,
      ...switchPortRoutes,
      ...portSettingsRoutes,
      ...supportBundleRoutes,
      ...alertRoutes,
      ...bgpRoutes,
      ...bfdRoutes,
      ...loopbackAddressRoutes,
      ...allowListRoutes,
      ...icmpRoutes,
      ...auditLogRoutes,
      ...sagaRoutes,
      ...updateRoutes,
      ...systemMetricRoutes,
      ...fleetAccessRoutes,
      ...roleRoutes,
      ...builtinUserRoutes,
    ]),
    settings.addChildren([...meRoutes, ...sshKeyRoutes, ...accessTokenRoutes]),
    nothing,
  ]),
])

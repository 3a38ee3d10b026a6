import { seedAlerts } from './fleet/alerts/alerts.seed.ts'
import { seedHistory } from './fleet/history/history.seed.ts'
import { seedIssueTimes } from './fleet/issues/issues.seed.ts'
import { seedAffinity } from './compute/affinity/affinity.seed.ts'
import { seedDisks } from './compute/disks/disks.seed.ts'
import { seedImages } from './compute/images/images.seed.ts'
import { seedInstanceKeys, seedInstances } from './compute/instances/instances.seed.ts'
import { seedProbes } from './compute/probes/probes.seed.ts'
import { seedProjects } from './compute/projects/projects.seed.ts'
import { seedSnapshots } from './compute/snapshots/snapshots.seed.ts'
import { seedAccessTokens } from './identity/access-tokens/access-tokens.seed.ts'
import { seedGroups } from './identity/groups/groups.seed.ts'
import { seedSupportBundles } from './fleet/support-bundles/support-bundles.seed.ts'
import { seedUpdates } from './fleet/rack/updates/updates.seed.ts'
import { seedSystemNetworking } from './fleet/rack/system-networking/system-networking.seed.ts'
import { seedCertificates } from './identity/certificates/certificates.seed.ts'
import { seedQuotas } from './identity/quotas/quotas.seed.ts'
import { seedSilos } from './identity/silos/silos.seed.ts'
import { seedSshKeys } from './identity/ssh-keys/ssh-keys.seed.ts'
import { seedUsers } from './identity/users/users.seed.ts'
import { known, type Seeding } from './kernel/database/seeding.ts'
import { seedExternalIps } from './network/external-ips/external-ips.seed.ts'
import { seedFloatingIps } from './network/floating-ips/floating-ips.seed.ts'
import { seedFreeAddresses } from './network/free-addresses.seed.ts'
import { seedIpPools } from './network/ip-pools/ip-pools.seed.ts'
import { seedNetworkInterfaces } from './network/network-interfaces/network-interfaces.seed.ts'
import { seedVpcs } from './network/vpcs/vpcs.seed.ts'

/** Adds demo data of every kind to the data of a first start: a harbour, its tide gauges and its weather. */
export async function seedDemo(seeding: Seeding, first: { siloId: string; adminId: string }): Promise<void> {
  const silos = await seedSilos(seeding, first.siloId)
  await seedCertificates(seeding, silos)
  await seedIpPools(seeding, silos)
  const projects = await seedProjects(seeding, silos)
  await seedVpcs(seeding, projects)
  const users = await seedUsers(seeding, silos, projects)
  users.set('admin', first.adminId)
  await seedGroups(seeding, silos, projects, users)
  await seedSshKeys(seeding, users)
  await seedAccessTokens(seeding, users)

  const instances = await seedInstances(seeding, projects)
  await seedInstanceKeys(seeding, first.siloId, first.adminId)
  await seedNetworkInterfaces(seeding, instances)
  await seedExternalIps(seeding, instances)
  await seedFloatingIps(seeding, projects, instances)
  await seedProbes(seeding, projects)
  await seedAffinity(seeding, instances)
  const disks = await seedDisks(seeding, projects, instances)
  const snapshots = await seedSnapshots(seeding, disks)
  await seedImages(seeding, known(silos, 'default'), snapshots)
  await seedFreeAddresses(seeding)
  await seedQuotas(seeding)
  await seedSystemNetworking(seeding)
  await seedUpdates(seeding)
  await seedAlerts(seeding)
  await seedSupportBundles(seeding)
  await seedIssueTimes(seeding, silos)
  await seedHistory(seeding, users)
}

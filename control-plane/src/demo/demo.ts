import { seedAccessTokens } from './access-tokens.seed.ts'
import { seedAffinity } from './affinity.seed.ts'
import { seedAlerts } from './alerts.seed.ts'
import { seedCertificates } from './certificates.seed.ts'
import { seedDisks } from './disks.seed.ts'
import { seedExternalIps } from './external-ips.seed.ts'
import { seedFloatingIps } from './floating-ips.seed.ts'
import { seedFreeAddresses } from './free-addresses.seed.ts'
import { seedGroups } from './groups.seed.ts'
import { seedHistory } from './history.seed.ts'
import { seedImages } from './images.seed.ts'
import { seedInstanceKeys, seedInstances } from './instances.seed.ts'
import { seedIpPools } from './ip-pools.seed.ts'
import { seedIssueTimes } from './issues.seed.ts'
import { seedNetworkInterfaces } from './network-interfaces.seed.ts'
import { seedProbes } from './probes.seed.ts'
import { seedProjects } from './projects.seed.ts'
import { seedQuotas } from './quotas.seed.ts'
import { known, type Seeding } from './seeding.ts'
import { seedSilos } from './silos.seed.ts'
import { seedSnapshots } from './snapshots.seed.ts'
import { seedSshKeys } from './ssh-keys.seed.ts'
import { seedSupportBundles } from './support-bundles.seed.ts'
import { seedSystemNetworking } from './system-networking.seed.ts'
import { seedUpdates } from './updates.seed.ts'
import { seedUsers } from './users.seed.ts'
import { seedVpcs } from './vpcs.seed.ts'

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

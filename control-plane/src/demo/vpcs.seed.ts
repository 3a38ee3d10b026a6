import { insertSubnet } from '../network/subnets/subnets.repo.ts'
import { createVpc } from '../network/vpcs/vpcs.repo.ts'
import type { SeededProject } from './projects.seed.ts'
import { daysAgo, known, type Seeding } from './seeding.ts'

/** A default VPC for each project, and a second one that separates the cranes from the offices. */
export async function seedVpcs(seeding: Seeding, projects: ReadonlyMap<string, SeededProject>): Promise<void> {
  const { tx, services } = seeding
  const first = { name: 'default', description: 'The default VPC', dnsName: 'default' }
  for (const project of projects.values())
    await createVpc(tx, services, project, { ...first, now: project.time_created })

  const now = daysAgo(seeding, 61)
  const cranes = {
    name: 'cranes',
    description: 'Cranes: not reachable from the offices',
    dnsName: 'cranes',
    now,
  }
  const vpc = await createVpc(tx, services, known(projects, 'harbour-logistics'), cranes)
  const subnet = { name: 'field-bus', description: 'Controllers on the quay', ipv4Block: '10.20.0.0/20' }
  await insertSubnet(tx, vpc, subnet, now)
}

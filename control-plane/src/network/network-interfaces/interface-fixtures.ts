import { openSite, type Site } from '../network-fixtures.ts'

/** Subnets of the default VPC of the project, by name. */
const blocks = { second: '10.2.0.0/24', third: '10.3.0.0/24', tight: '10.4.0.0/26', counted: '10.5.0.0/24' }

/** A site with the subnets `second`, `third`, `tight` (with 58 addresses) and `counted` in its default VPC. */
export async function openSiteWithSubnets(): Promise<Site> {
  const site = await openSite()
  const query = { vpc: 'default', project: site.project.id }
  for (const [name, ipv4_block] of Object.entries(blocks))
    await site.owner.ok('vpc_subnet_create', { query, body: { name, description: '', ipv4_block } })
  return site
}

/** The body of an interface in a subnet of the default VPC. */
export const nic = (name: string, subnet_name: string, fields: object = {}) => ({
  name,
  description: 'For a test',
  vpc_name: 'default',
  subnet_name,
  ...fields,
})
/** Fields of an instance to create with two interfaces. */
export const twice = (first: object, second: object) => ({
  network_interfaces: { type: 'create', params: [first, second] },
})

export const interfacesOf = async ({ owner }: Site, instance: string) =>
  (await owner.ok('instance_network_interface_list', { query: { instance } })).items

/** Creates another VPC, with the subnet `default`. */
export async function createVpc({ owner, project }: Site, name: string): Promise<void> {
  await owner.ok('vpc_create', { query: { project: project.id }, body: { name, description: '', dns_name: name } })
}

import type { Instance, InstanceNetworkInterface, Project, Snapshot, Vpc, VpcSubnet } from '~/api/types.gen.ts'
import type { Entry } from '~/terraform/bodies.ts'
import type { Content, Known } from '~/terraform/document.ts'
import {
  diskEntry,
  firewallEntry,
  floatingIpEntry,
  gatewayEntry,
  imageKnown,
  imageNote,
  projectEntry,
  routeEntry,
  routerEntry,
  snapshotEntry,
  subnetEntry,
  systemRouterNote,
  vpcEntry,
} from '~/terraform/from-views.ts'
import { readInstances } from './read-instances.ts'
import { type Reader, withFailures } from './reader.ts'

/** All that Terraform can manage of a project. Lists that fail are named in its comments. */
export async function readProject(project: Project, reader: Reader): Promise<Content> {
  const query = { project: project.id }
  const [network, disks, snapshots, images, floatingIps, affinityGroups, instances, known] = await Promise.all([
    readNetwork(project.id, reader),
    reader.list('Disks', 'diskList', { query }),
    reader.list('Snapshots', 'snapshotList', { query }),
    reader.list('Images', 'imageList', { query }),
    reader.list('Floating IPs', 'floatingIpList', { query }),
    reader.list('Affinity groups', 'affinityGroupList', { query }),
    reader.list('Instances', 'instanceList', { query }),
    readKnown(reader),
  ])
  const withParts = await readInstances(project.id, instances, {
    reader,
    disks,
    floatingIps,
    interfaces: network.interfaces,
  })
  const diskIds = new Set(disks.map(({ id }) => id))
  const hasDisk = ({ diskId }: Snapshot) => diskIds.has(diskId) || !reader.isWhole('Disks')
  return withFailures(reader, {
    isFile: true,
    entries: [
      projectEntry(project),
      ...network.entries,
      ...disks.map(diskEntry),
      ...snapshots.map((snapshot) => snapshotEntry(snapshot, hasDisk(snapshot))),
      ...floatingIps.map(floatingIpEntry),
      ...withParts,
    ],
    known,
    lookups: images.map(imageKnown),
    notes: [
      `Project ${project.name} as Terraform code.`,
      ...network.notes,
      ...(images.length > 0 ? [imageNote] : []),
      ...affinityGroups.map(({ name }) => `Affinity group ${name}: the provider has no resource for it.`),
      'Roles on the project are not part of this code.',
    ],
  })
}

/** Instances of a project with their parts, which the lists of the project answer for all of them. */
export async function readSelected(instances: readonly Instance[], reader: Reader): Promise<Content> {
  const project = instances[0]!.projectId
  const query = { project }
  const [vpcs, disks, floatingIps, known] = await Promise.all([
    reader.list('VPCs', 'vpcList', { query }),
    reader.list('Disks', 'diskList', { query }),
    reader.list('Floating IPs', 'floatingIpList', { query }),
    readKnown(reader),
  ])
  const subnets = await Promise.all(
    vpcs.map(({ id }) => reader.list('Subnets', 'vpcSubnetList', { query: { vpc: id } })),
  )
  const interfaces = await readInterfaces(subnets.flat(), reader)
  const entries = await readInstances(project, instances, { reader, disks, floatingIps, interfaces })
  return withFailures(reader, { isFile: true, entries: entries.filter(({ kind }) => kind === 'instance'), known })
}

/** What resources name by id and Terraform can find: images of the silo, pools, the user's SSH keys. */
async function readKnown(reader: Reader): Promise<Known[]> {
  const [images, pools, sshKeys] = await Promise.all([
    reader.listIfAllowed('Silo images', 'imageList', {}),
    reader.listIfAllowed('IP pools', 'projectIpPoolList', {}),
    reader.listIfAllowed('SSH keys', 'currentUserSshKeyList', {}),
  ])
  const named = (kind: 'pool' | 'sshKey', things: readonly { id: string; name: string }[]) =>
    things.map(({ id, name }): Known => ({ kind, id, name, at: {} }))
  return [...images.map(imageKnown), ...named('pool', pools), ...named('sshKey', sshKeys)]
}

interface Network {
  entries: Entry[]
  notes: string[]
  interfaces: InstanceNetworkInterface[]
}

async function readNetwork(project: string, reader: Reader): Promise<Network> {
  const vpcs = await reader.list('VPCs', 'vpcList', { query: { project } })
  const networks = await Promise.all(vpcs.map((vpc) => readVpc(vpc, reader)))
  return {
    entries: networks.flatMap(({ entries }) => entries),
    notes: networks.flatMap(({ notes }) => notes),
    interfaces: networks.flatMap(({ interfaces }) => interfaces),
  }
}

async function readVpc(vpc: Vpc, reader: Reader): Promise<Network> {
  const [project, query] = [vpc.projectId, { vpc: vpc.id }]
  const [subnets, routers, gateways, firewall] = await Promise.all([
    reader.list('Subnets', 'vpcSubnetList', { query }),
    reader.list('Routers', 'vpcRouterList', { query }),
    reader.list('Internet gateways', 'internetGatewayList', { query }),
    reader.one('Firewall rules', 'vpcFirewallRulesView', { query }),
  ])
  const own = routers.filter(({ kind }) => kind === 'custom')
  const [routes, interfaces] = await Promise.all([
    Promise.all(own.map(({ id }) => reader.list('Routes', 'vpcRouterRouteList', { query: { router: id } }))),
    readInterfaces(subnets, reader),
  ])
  const custom = routes.flat().filter(({ kind }) => kind === 'custom')
  return {
    entries: [
      vpcEntry(vpc),
      ...subnets.map((subnet) => subnetEntry(subnet, project)),
      ...gateways.map((gateway) => gatewayEntry(gateway, project)),
      ...own.map((router) => routerEntry(router, project)),
      ...custom.map((route) => routeEntry(route, { project, vpc: vpc.id })),
      ...(firewall ? [firewallEntry(vpc.id, firewall.rules, project)] : []),
    ],
    notes: routers
      .filter(({ kind }) => kind === 'system')
      .map((router) => `VPC ${vpc.name}: ${systemRouterNote(router)}`),
    interfaces,
  }
}

/** A request for each subnet with interfaces, instead of one for each instance. */
const readInterfaces = async (subnets: readonly VpcSubnet[], reader: Reader): Promise<InstanceNetworkInterface[]> =>
  (
    await Promise.all(
      subnets
        .filter(({ networkInterfaceCount }) => networkInterfaceCount !== 0)
        .map(({ id }) => reader.list('Network interfaces', 'vpcSubnetListNetworkInterfaces', { path: { subnet: id } })),
    )
  ).flat()

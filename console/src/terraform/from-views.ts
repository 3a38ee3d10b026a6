import type {
  AntiAffinityGroup,
  Disk,
  ExternalIpCreate,
  FloatingIp,
  Image,
  Instance,
  InstanceNetworkInterface,
  InternetGateway,
  IpPool,
  IpRange,
  Project,
  RouterRoute,
  Silo,
  SiloQuotas,
  Snapshot,
  SshKey,
  Vpc,
  VpcFirewallRule,
  VpcRouter,
  VpcSubnet,
} from '~/api/types.gen.ts'
import { type Entry, entry } from './bodies.ts'
import type { Known } from './document.ts'

const identity = ({ name, description }: { name: string; description: string }) => ({ name, description })

/** For optional arguments: the provider reads an empty list as none, and may replace what changes between the two. */
const withoutEmpty = <T>(list: readonly T[] | null | undefined): T[] | undefined =>
  list?.length ? [...list] : undefined

export const projectEntry = (project: Project): Entry =>
  entry('project', { id: project.id, at: {}, body: identity(project) })

export const sshKeyEntry = (sshKey: SshKey): Entry =>
  entry('sshKey', { id: sshKey.id, at: {}, body: { ...identity(sshKey), publicKey: sshKey.publicKey } })

export const diskEntry = (disk: Disk): Entry =>
  entry('disk', {
    id: disk.id,
    at: { project: disk.projectId },
    body: {
      ...identity(disk),
      size: disk.size,
      diskSource: disk.imageId
        ? { type: 'image', imageId: disk.imageId }
        : disk.snapshotId
          ? { type: 'snapshot', snapshotId: disk.snapshotId }
          : { type: 'blank', blockSize: Number(disk.blockSize) as 512 },
    },
  })

/** @param hasDisk whether its disk still exists */
export const snapshotEntry = (snapshot: Snapshot, hasDisk = true): Entry =>
  entry('snapshot', {
    id: snapshot.id,
    at: { project: snapshot.projectId },
    body: { ...identity(snapshot), disk: snapshot.diskId },
    notes: hasDisk ? [] : ['The disk of this snapshot is deleted: it can be imported, but not created again.'],
  })

/** An image is found by its name: the API does not return the snapshot that it was made from. */
export const imageKnown = ({ id, name, projectId }: Image): Known => ({
  kind: 'image',
  id,
  name,
  at: { project: projectId ?? undefined },
})
export const imageNote =
  'Images are data sources: the API does not return the snapshots they were made from, which their resource needs.'

export const floatingIpEntry = (address: FloatingIp): Entry =>
  entry('floatingIp', {
    id: address.id,
    at: { project: address.projectId },
    body: { ...identity(address), ip: address.ip, pool: address.ipPoolId },
  })

export const groupEntry = (group: AntiAffinityGroup): Entry =>
  entry('group', {
    id: group.id,
    at: { project: group.projectId },
    body: { ...identity(group), policy: group.policy, failureDomain: group.failureDomain },
  })

/** What the server makes with its parent; a resource can take it over, but not create it a second time. */
const madeWith = (parent: string) => [`The server makes it with the ${parent}: import it, do not create it.`]

export const vpcEntry = (vpc: Vpc): Entry =>
  entry('vpc', {
    id: vpc.id,
    at: { project: vpc.projectId },
    body: { ...identity(vpc), dnsName: vpc.dnsName, ipv6Prefix: vpc.ipv6Prefix },
    notes: vpc.name === 'default' ? madeWith('project') : [],
  })

export const subnetEntry = (subnet: VpcSubnet, project?: string): Entry =>
  entry('subnet', {
    id: subnet.id,
    at: { project, vpc: subnet.vpcId },
    body: { ...identity(subnet), ipv4Block: subnet.ipv4Block, ipv6Block: subnet.ipv6Block },
    notes: [
      ...(subnet.name === 'default' ? madeWith('VPC') : []),
      ...(subnet.customRouterId
        ? [`The resource has no argument for its custom router, ${subnet.customRouterId}.`]
        : []),
    ],
  })

export const gatewayEntry = (gateway: InternetGateway, project?: string): Entry =>
  entry('gateway', {
    id: gateway.id,
    at: { project, vpc: gateway.vpcId },
    body: identity(gateway),
    notes: [
      ...(gateway.name === 'default' ? madeWith('VPC') : []),
      ...(gateway.ipPoolCount === 0 && gateway.ipAddressCount === 0
        ? []
        : ['The resource has no arguments for attached IP pools and IP addresses.']),
    ],
  })

export const systemRouterNote = (router: VpcRouter): string =>
  `router ${router.name} (${router.id}) is the server's own and has no resource.`

export const routerEntry = (router: VpcRouter, project?: string): Entry =>
  entry('router', { id: router.id, at: { project, vpc: router.vpcId }, body: identity(router) })

export const routeEntry = (route: RouterRoute, at: { project?: string; vpc?: string } = {}): Entry =>
  entry('route', {
    id: route.id,
    at: { ...at, router: route.vpcRouterId },
    body: { ...identity(route), destination: route.destination, target: route.target },
  })

/** All rules of a VPC, which are one resource. Its import id is the VPC's. */
export const firewallEntry = (vpc: string, rules: readonly VpcFirewallRule[], project?: string): Entry =>
  entry('firewallRules', {
    id: vpc,
    at: { project, vpc },
    body: {
      rules: rules.map(({ filters: { hosts, ports, protocols }, ...rule }) => ({
        ...rule,
        filters: { hosts: withoutEmpty(hosts), ports: withoutEmpty(ports), protocols: withoutEmpty(protocols) },
      })),
    },
  })

/** @param ephemeralPool the pool of the ephemeral address; null without one */
export const externalIpsOf = (ephemeralPool: string | null, floatingIps: readonly string[]): ExternalIpCreate[] => [
  ...(ephemeralPool === null ? [] : [{ type: 'ephemeral' as const, pool: ephemeralPool }]),
  ...floatingIps.map((floatingIp) => ({ type: 'floating' as const, floatingIp })),
]

/** What belongs to an instance but is in lists of its own; undefined where it could not be read. */
export interface InstanceParts {
  /** Ids and names of attached disks. */
  disks?: readonly Pick<Disk, 'id' | 'name'>[] | undefined
  interfaces?: readonly InstanceNetworkInterface[] | undefined
  externalIps?: readonly ExternalIpCreate[] | undefined
  groups?: readonly string[] | undefined
  sshKeys?: readonly string[] | undefined
}

/** Arguments of parts that could not be read. */
const argumentsOfPart: { [P in keyof Required<InstanceParts>]: readonly string[] } = {
  disks: ['boot_disk_id', 'disk_attachments'],
  interfaces: ['network_interfaces'],
  externalIps: ['external_ips'],
  groups: ['anti_affinity_groups'],
  sshKeys: ['ssh_public_keys'],
}

const byName = <T extends { name: string }>(things: readonly T[]) =>
  things.toSorted((a, b) => (a.name < b.name ? -1 : 1))

export function instanceEntry(instance: Instance, parts: InstanceParts): Entry {
  const [boot, others] = [[] as { name: string }[], [] as { name: string }[]]
  for (const { id } of byName(parts.disks ?? [])) (id === instance.bootDiskId ? boot : others).push({ name: id })
  const interfaces = byName(parts.interfaces ?? []).toSorted((a, b) => Number(b.primary) - Number(a.primary))
  const transit = interfaces.filter(({ transitIps = [] }) => transitIps.length > 0)
  const ignored = Object.entries(argumentsOfPart).flatMap(([part, names]) =>
    parts[part as keyof InstanceParts] ? [] : names,
  )
  return entry('instance', {
    id: instance.id,
    at: { project: instance.projectId },
    body: {
      ...identity(instance),
      hostname: instance.hostname,
      ncpus: instance.ncpus,
      memory: instance.memory,
      bootDisk: boot[0] ? { type: 'attach', ...boot[0] } : null,
      disks: withoutEmpty(others.map((disk) => ({ type: 'attach', ...disk }))),
      networkInterfaces:
        interfaces.length === 0
          ? null
          : {
              type: 'create',
              params: interfaces.map(({ vpcId, subnetId, ip, ...nic }) => ({
                ...identity(nic),
                vpcName: vpcId,
                subnetName: subnetId,
                ip,
              })),
            },
      externalIps: withoutEmpty(parts.externalIps),
      antiAffinityGroups: withoutEmpty(parts.groups),
      sshPublicKeys: withoutEmpty(parts.sshKeys),
      autoRestartPolicy: instance.autoRestartPolicy ?? null,
    },
    notes: [
      'The API does not return user data.',
      ...(ignored.length > 0 ? [`NOT READ, and left as they are: ${ignored.join(', ')}.`] : []),
      ...transit.map(
        ({ name, transitIps = [] }) =>
          `The resource has no argument for transit IPs: ${name} has ${transitIps.join(', ')}.`,
      ),
    ],
    ignored,
  })
}

export function siloEntry(silo: Silo, quotas: SiloQuotas): Entry {
  const hasFleetRoles = Object.keys(silo.mappedFleetRoles).length > 0
  return entry('silo', {
    id: silo.id,
    at: {},
    body: {
      ...identity(silo),
      discoverable: silo.discoverable,
      identityMode: silo.identityMode,
      mappedFleetRoles: hasFleetRoles ? silo.mappedFleetRoles : undefined,
      quotas,
      tlsCertificates: [],
    },
    notes: ['The API returns neither TLS certificates nor the admin group.'],
    ignored: ['admin_group_name', 'tls_certificates', ...(hasFleetRoles ? [] : ['mapped_fleet_roles'])],
  })
}

export const poolEntry = (pool: IpPool, ranges: readonly IpRange[]): Entry =>
  entry('pool', { id: pool.id, at: {}, body: { ...identity(pool), ranges: withoutEmpty(ranges) } })

import type {
  DiskSource,
  ExternalIpCreate,
  InstanceNetworkInterfaceCreate,
  RouteDestination,
  RouteTarget,
  VpcFirewallRuleHostFilter,
  VpcFirewallRuleProtocol,
  VpcFirewallRuleUpdate,
} from '~/api/types.gen.ts'
import type { At, Bodies } from './bodies.ts'
import type { Attributes, Value } from './hcl.ts'
import type { Kind } from './kinds.ts'

/** How the arguments of a resource name what stands elsewhere. */
export interface Names {
  /** The id of another thing: a reference where the document has it or can look it up, else the id itself. */
  idOf: (kind: Kind, nameOrId: string | null | undefined, at?: At) => Value
  /** The name of a thing, for arguments that take one: a reference where the document has it. */
  nameOf: (kind: Kind, name: string, at?: At) => Value
  /** A value under this key of the body, or a variable where it must not be written. */
  secret: (key: string, value: unknown) => Value
}

interface Resource<B> {
  /** The type without the provider's prefix. */
  type: string
  arguments: (body: B, at: At, names: Names) => Attributes
  /** Arguments of the data source that finds one by its name; none where the provider has no such data source. */
  find?: (name: string, at: At) => Attributes
}

const inProject = (name: string, { project }: At) => ({ project_name: project, name })
const inVpc = (name: string, { project, vpc }: At) => ({ project_name: project, vpc_name: vpc, name })
const byName = (name: string) => ({ name })

const identity = ({ name, description }: { name: string; description: string }) => ({ name, description })

const sourceArguments = (source: DiskSource, { idOf }: Names, at: At): Attributes => {
  if (source.type === 'image') return { source_image_id: idOf('image', source.imageId, at) }
  if (source.type === 'snapshot') return { source_snapshot_id: idOf('snapshot', source.snapshotId, at) }
  return { block_size: source.blockSize }
}

const kindOfTarget = { vpc: 'vpc', subnet: 'subnet', instance: 'instance', internet_gateway: 'gateway' } as const

const targetArguments = (
  target: RouteDestination | RouteTarget | VpcFirewallRuleHostFilter,
  { nameOf }: Names,
  at: At,
): Attributes => {
  if (target.type === 'drop') return { type: 'drop' }
  const { type, value } = target
  if (type === 'ip' || type === 'ip_net') return { type, value }
  return { type, value: nameOf(kindOfTarget[type], value, at) }
}

const protocolArguments = (protocol: VpcFirewallRuleProtocol): Attributes =>
  protocol.type === 'icmp'
    ? { type: 'icmp', icmp_type: protocol.value?.icmpType, icmp_code: protocol.value?.code ?? undefined }
    : { type: protocol.type }

const ruleArguments = (rule: VpcFirewallRuleUpdate, names: Names, at: At): Attributes => ({
  description: rule.description,
  action: rule.action,
  direction: rule.direction,
  priority: rule.priority,
  status: rule.status,
  filters: {
    hosts: rule.filters.hosts?.map((host) => targetArguments(host, names, at)),
    ports: rule.filters.ports ?? undefined,
    protocols: rule.filters.protocols?.map(protocolArguments),
  },
  targets: rule.targets.map((target) => targetArguments(target, names, at)),
})

const addressArguments = (address: ExternalIpCreate, { idOf }: Names, at: At): Attributes =>
  address.type === 'ephemeral'
    ? { type: 'ephemeral', id: idOf('pool', address.pool) }
    : { type: 'floating', id: idOf('floatingIp', address.floatingIp, at) }

/** The interface that the server gives an instance whose request names none. */
const defaultInterface: InstanceNetworkInterfaceCreate = {
  name: 'net0',
  description: 'The first network interface',
  vpcName: 'default',
  subnetName: 'default',
}

function interfaceArguments(
  attachment: Bodies['instance']['networkInterfaces'],
  { idOf }: Names,
  at: At,
): Attributes[] | undefined {
  if (attachment === null) return undefined
  if (attachment?.type === 'none') return []
  const interfaces = attachment?.type === 'create' ? attachment.params : [defaultInterface]
  return interfaces.map(({ vpcName, subnetName, ...nic }) => ({
    ...identity(nic),
    vpc_id: idOf('vpc', vpcName, at),
    subnet_id: idOf('subnet', subnetName, { ...at, vpc: vpcName }),
    ip_address: nic.ip ?? undefined,
  }))
}

/** The arguments of each kind's resource, by the names that the pinned version of the provider documents. */
export const resources: { [K in Kind]: Resource<Bodies[K]> } = {
  project: { type: 'project', arguments: identity, find: byName },
  sshKey: {
    type: 'ssh_key',
    arguments: (body, _, { secret }) => ({ ...identity(body), public_key: secret('publicKey', body.publicKey) }),
    find: byName,
  },
  vpc: {
    type: 'vpc',
    arguments: (body, { project }, { idOf }) => ({
      project_id: idOf('project', project),
      ...identity(body),
      dns_name: body.dnsName,
      ipv6_prefix: body.ipv6Prefix ?? undefined,
    }),
    find: inProject,
  },
  subnet: {
    type: 'vpc_subnet',
    arguments: (body, at, { idOf }) => ({
      vpc_id: idOf('vpc', at.vpc, at),
      ...identity(body),
      ipv4_block: body.ipv4Block,
      ipv6_block: body.ipv6Block ?? undefined,
    }),
    find: inVpc,
  },
  gateway: {
    type: 'vpc_internet_gateway',
    arguments: (body, at, { idOf }) => ({ vpc_id: idOf('vpc', at.vpc, at), ...identity(body) }),
    find: inVpc,
  },
  router: {
    type: 'vpc_router',
    arguments: (body, at, { idOf }) => ({ vpc_id: idOf('vpc', at.vpc, at), ...identity(body) }),
    find: inVpc,
  },
  route: {
    type: 'vpc_router_route',
    arguments: (body, at, names) => ({
      vpc_router_id: names.idOf('router', at.router, at),
      ...identity(body),
      destination: targetArguments(body.destination, names, at),
      target: targetArguments(body.target, names, at),
    }),
  },
  firewallRules: {
    type: 'vpc_firewall_rules',
    arguments: ({ rules = [] }, at, names) => ({
      vpc_id: names.idOf('vpc', at.vpc, at),
      rules: Object.fromEntries(rules.map((rule) => [rule.name, ruleArguments(rule, names, at)])),
    }),
  },
  disk: {
    type: 'disk',
    arguments: (body, at, names) => ({
      project_id: names.idOf('project', at.project),
      ...identity(body),
      size: body.size,
      ...sourceArguments(body.diskSource, names, at),
    }),
    find: inProject,
  },
  snapshot: {
    type: 'snapshot',
    arguments: (body, at, { idOf }) => ({
      project_id: idOf('project', at.project),
      ...identity(body),
      disk_id: idOf('disk', body.disk, at),
    }),
  },
  image: {
    type: 'image',
    arguments: (body, at, { idOf }) => ({
      project_id: idOf('project', at.project),
      ...identity(body),
      os: body.os,
      version: body.version,
      source_snapshot_id: idOf('snapshot', body.source.id, at),
    }),
    find: inProject,
  },
  floatingIp: {
    type: 'floating_ip',
    arguments: (body, { project }, { idOf }) => ({
      project_id: idOf('project', project),
      ...identity(body),
      ip: body.ip ?? undefined,
      ip_pool_id: idOf('pool', body.pool),
    }),
    find: inProject,
  },
  group: {
    type: 'anti_affinity_group',
    arguments: (body, { project }, { idOf }) => ({
      project_id: idOf('project', project),
      ...identity(body),
      policy: body.policy,
    }),
    find: inProject,
  },
  instance: {
    type: 'instance',
    arguments: (body, at, names) => {
      const diskId = (disk: { name: string } | null | undefined) => names.idOf('disk', disk?.name, at)
      const { bootDisk, disks } = body
      return {
        project_id: names.idOf('project', at.project),
        ...identity(body),
        host_name: body.hostname,
        ncpus: body.ncpus,
        memory: body.memory,
        boot_disk_id: diskId(bootDisk),
        disk_attachments: bootDisk ? [bootDisk, ...(disks ?? [])].map(diskId) : disks?.map(diskId),
        network_interfaces: interfaceArguments(body.networkInterfaces, names, at),
        external_ips: body.externalIps?.map((address) => addressArguments(address, names, at)),
        anti_affinity_groups: body.antiAffinityGroups?.map((group) => names.idOf('group', group, at)),
        ssh_public_keys: body.sshPublicKeys?.map((sshKey) => names.idOf('sshKey', sshKey)),
        auto_restart_policy: body.autoRestartPolicy ?? undefined,
        start_on_create: body.start,
        user_data: body.userData ? names.secret('userData', body.userData) : undefined,
      }
    },
  },
  silo: {
    type: 'silo',
    arguments: (body, _, { secret }) => ({
      ...identity(body),
      admin_group_name: body.adminGroupName ?? undefined,
      discoverable: body.discoverable,
      identity_mode: body.identityMode,
      mapped_fleet_roles: body.mappedFleetRoles,
      quotas: { cpus: body.quotas.cpus, memory: body.quotas.memory, storage: body.quotas.storage },
      tls_certificates: body.tlsCertificates.map(({ cert, key, service, ...certificate }) => ({
        ...identity(certificate),
        cert,
        key: secret('key', key),
        service,
      })),
    }),
    find: byName,
  },
  samlProvider: {
    type: 'silo_saml_identity_provider',
    arguments: ({ idpMetadataSource: source, signingKeypair: pair, ...body }, { silo }, { idOf, secret }) => ({
      silo: idOf('silo', silo),
      ...identity(body),
      acs_url: body.acsUrl,
      idp_entity_id: body.idpEntityId,
      idp_metadata_source:
        source.type === 'url'
          ? { type: source.type, url: source.url }
          : { type: source.type, data: secret('data', source.data) },
      slo_url: body.sloUrl,
      sp_client_id: body.spClientId,
      technical_contact_email: body.technicalContactEmail,
      group_attribute_name: body.groupAttributeName ?? undefined,
      signing_keypair: pair
        ? { public_cert: secret('publicCert', pair.publicCert), private_key: secret('privateKey', pair.privateKey) }
        : undefined,
    }),
  },
  pool: {
    type: 'ip_pool',
    arguments: ({ ranges, ...body }) => ({
      ...identity(body),
      ranges: ranges?.map(({ first, last }) => ({ first_address: first, last_address: last })),
    }),
    find: byName,
  },
  poolLink: {
    type: 'ip_pool_silo_link',
    arguments: (body, { pool }, { idOf }) => ({
      ip_pool_id: idOf('pool', pool),
      silo_id: idOf('silo', body.silo),
      is_default: body.isDefault,
    }),
  },
}

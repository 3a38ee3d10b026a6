import type { Parsed } from './parse.kit.ts'
import { provider } from './provider.ts'

/** Release of the provider whose documented arguments are below. */
export const release = '0.17'

/** Types of an argument. One in brackets is a list or a set, `*` any key of a map, a name with `?` an optional one. */
type Type = 'string' | 'number' | 'boolean' | readonly [Type] | Arguments
interface Arguments {
  readonly [name: string]: Type
}

const named: Arguments = { name: 'string', description: 'string' }
const inProject: Arguments = { project_id: 'string', ...named }
const inVpc: Arguments = { vpc_id: 'string', ...named }
const target: Arguments = { type: 'string', value: 'string' }

/** Arguments of resources, without those that only the provider sets. */
const resources: Record<string, Arguments> = {
  anti_affinity_group: { ...inProject, policy: 'string' },
  disk: {
    ...inProject,
    size: 'number',
    'block_size?': 'number',
    'source_image_id?': 'string',
    'source_snapshot_id?': 'string',
  },
  floating_ip: { ...inProject, 'ip?': 'string', 'ip_pool_id?': 'string' },
  image: { ...inProject, os: 'string', version: 'string', source_snapshot_id: 'string' },
  instance: {
    ...inProject,
    host_name: 'string',
    memory: 'number',
    ncpus: 'number',
    'anti_affinity_groups?': ['string'],
    'auto_restart_policy?': 'string',
    'boot_disk_id?': 'string',
    'disk_attachments?': ['string'],
    'external_ips?': [{ type: 'string', 'id?': 'string' }],
    'network_interfaces?': [{ ...inVpc, subnet_id: 'string', 'ip_address?': 'string' }],
    'ssh_public_keys?': ['string'],
    'start_on_create?': 'boolean',
    'user_data?': 'string',
  },
  ip_pool: { ...named, 'ranges?': [{ first_address: 'string', last_address: 'string' }] },
  ip_pool_silo_link: { ip_pool_id: 'string', silo_id: 'string', is_default: 'boolean' },
  project: named,
  silo: {
    ...named,
    discoverable: 'boolean',
    quotas: { cpus: 'number', memory: 'number', storage: 'number' },
    tls_certificates: [{ ...named, cert: 'string', key: 'string', service: 'string' }],
    'admin_group_name?': 'string',
    'identity_mode?': 'string',
    'mapped_fleet_roles?': { '*': ['string'] },
  },
  silo_saml_identity_provider: {
    silo: 'string',
    ...named,
    acs_url: 'string',
    idp_entity_id: 'string',
    idp_metadata_source: { type: 'string', 'data?': 'string', 'url?': 'string' },
    slo_url: 'string',
    sp_client_id: 'string',
    technical_contact_email: 'string',
    'group_attribute_name?': 'string',
    'signing_keypair?': { private_key: 'string', public_cert: 'string' },
  },
  snapshot: { ...inProject, disk_id: 'string' },
  ssh_key: { ...named, public_key: 'string' },
  vpc: { ...inProject, dns_name: 'string', 'ipv6_prefix?': 'string' },
  vpc_firewall_rules: {
    vpc_id: 'string',
    rules: {
      '*': {
        description: 'string',
        action: 'string',
        direction: 'string',
        priority: 'number',
        status: 'string',
        filters: {
          'hosts?': [target],
          'ports?': ['string'],
          'protocols?': [{ type: 'string', 'icmp_type?': 'number', 'icmp_code?': 'string' }],
        },
        targets: [target],
      },
    },
  },
  vpc_internet_gateway: { ...inVpc, 'cascade_delete?': 'boolean' },
  vpc_router: inVpc,
  vpc_router_route: {
    vpc_router_id: 'string',
    ...named,
    destination: target,
    target: { type: 'string', 'value?': 'string' },
  },
  vpc_subnet: { ...inVpc, ipv4_block: 'string', 'ipv6_block?': 'string' },
}

const foundInProject: Arguments = { project_name: 'string', name: 'string' }
const foundInVpc: Arguments = { ...foundInProject, vpc_name: 'string' }

/** Arguments of data sources. */
const dataSources: Record<string, Arguments> = {
  anti_affinity_group: foundInProject,
  disk: foundInProject,
  floating_ip: foundInProject,
  image: { name: 'string', 'project_name?': 'string' },
  ip_pool: { name: 'string' },
  project: { name: 'string' },
  silo: { name: 'string' },
  ssh_key: { name: 'string' },
  vpc: foundInProject,
  vpc_internet_gateway: foundInVpc,
  vpc_router: foundInVpc,
  vpc_subnet: foundInVpc,
}

const isReference = (value: unknown) => typeof value === 'string' && value.startsWith('${')

function differences(value: unknown, type: Type, path: string): string[] {
  if (typeof type === 'string') return typeof value === type || isReference(value) ? [] : [`${path} is no ${type}`]
  if (Array.isArray(type)) {
    if (!Array.isArray(value)) return [`${path} is no list`]
    return value.flatMap((each, at) => differences(each, (type as readonly [Type])[0], `${path}.${at}`))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`]
  const arguments_ = type as Arguments
  const missing = Object.keys(arguments_).filter((name) => !/[?*]$/.test(name) && !(name in value))
  return [
    ...missing.map((name) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, each]) => {
      const own = arguments_[name] ?? arguments_[`${name}?`] ?? arguments_['*']
      return own ? differences(each, own, `${path}.${name}`) : [`${path}.${name} is unknown`]
    }),
  ]
}

const ignoredOf = (lifecycle: unknown): string[] =>
  ((lifecycle as { ignore_changes: string[] }[] | undefined) ?? []).flatMap(({ ignore_changes: names }) =>
    names.map((name) => name.slice(2, -1)),
  )

function differencesOf(blocks: Parsed['resource'] = {}, types: Record<string, Arguments>): string[] {
  return Object.entries(blocks).flatMap(([type, byLabel]) => {
    const known = types[type.replace(`${provider.name}_`, '')]
    if (!known) return [`${type} is unknown`]
    return Object.values(byLabel)
      .flat()
      .flatMap(({ lifecycle, ...block }) => [
        ...differences(block, known, type),
        ...ignoredOf(lifecycle)
          .filter((name) => !(name in known || `${name}?` in known))
          .map((name) => `${type}.${name} is unknown`),
      ])
  })
}

/** How code differs from the arguments that this release documents. */
export const differencesFromProvider = ({ resource, data }: Parsed): string[] => [
  ...differencesOf(resource, resources),
  ...differencesOf(data, dataSources),
]

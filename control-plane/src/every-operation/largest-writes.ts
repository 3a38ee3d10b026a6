import type { OperationId } from '@skerry/contract/operations.ts'
import { maxLotBlocks } from '@skerry/contract/rules/address-lots.ts'
import { maxAllowedNetworks } from '@skerry/contract/rules/allow-list.ts'
import { maxAnnouncements } from '@skerry/contract/rules/bgp.ts'
import { maxRules } from '@skerry/contract/rules/firewall.ts'
import { maxTransitIps, maxDisks } from '@skerry/contract/rules/instances.ts'
import { GIB } from '../kernel/values/bytes.ts'
import type { Request_ } from '../testing/caller.ts'
import type { TestServer } from '../testing/test-server.ts'
import type { Everything } from './everything.ts'

export interface LargestWrite {
  id: OperationId
  wing: 'identity' | 'compute' | 'network' | 'fleet'
  request: Request_
}

const MAX_ASSIGNMENTS = 64
/** More targets a rule would pass the number of values that the body may have. */
const TARGETS = 24
const MAX_SSH_KEYS = 100
const MAX_USER_DATA_BYTES = 32 * 1024
const BULK_WRITE_BYTES = 512 * 1024

const named = (name: string) => ({ name, description: 'x'.repeat(512) })
const listOf = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index))
/** An address of each number, from `first` on, such as `10.20`. */
const address = (first: string, index: number) => `${first}.${Math.floor(index / 256)}.${index % 256}`

/** Requests at the limits that no schema states, and that the server accepts. The bulk data must be there. */
export async function largestWrites(server: TestServer, everything: Everything): Promise<LargestWrite[]> {
  const { ids, project } = everything
  const disk = await importingDisk(server, project.id)
  await server.admin.ok('networking_address_lot_create', { body: announcedLot })
  return [
    ...(await policies(server, everything)),
    { id: 'instance_create', wing: 'compute', request: { query: { project: project.id }, body: instance } },
    {
      id: 'disk_bulk_write_import',
      wing: 'compute',
      request: { path: { disk }, body: { offset: 0, base64_encoded_data: btoa('x'.repeat(BULK_WRITE_BYTES)) } },
    },
    { id: 'vpc_firewall_rules_update', wing: 'network', request: { query: { vpc: ids['vpc']! }, body: { rules } } },
    {
      id: 'instance_network_interface_update',
      wing: 'network',
      request: { path: { interface: ids['interface']! }, body: { transit_ips: transitIps } },
    },
    { id: 'networking_address_lot_create', wing: 'fleet', request: { body: lot } },
    { id: 'networking_bgp_announce_set_update', wing: 'fleet', request: { body: announceSet } },
    { id: 'networking_allow_list_update', wing: 'fleet', request: { body: allowList } },
    { id: 'system_timeseries_query', wing: 'fleet', request: { body: { query: QUERY } } },
  ]
}

async function policies({ db, siloId }: TestServer, { ids, user }: Everything): Promise<LargestWrite[]> {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('silo_id', '=', siloId)
    .where('id', '!=', user)
    .limit(MAX_ASSIGNMENTS - 1)
    .execute()
  const assign = (identity_id: string, role_name: string) => ({ identity_id, identity_type: 'silo_user', role_name })
  const body = { role_assignments: [assign(user, 'admin'), ...users.map(({ id }) => assign(id, 'viewer'))] }
  return [
    { id: 'system_policy_update', wing: 'identity', request: { body } },
    { id: 'silo_policy_update', wing: 'identity', request: { path: { silo: ids['silo']! }, body } },
    { id: 'project_policy_update', wing: 'identity', request: { path: { project: ids['project']! }, body } },
  ]
}

async function importingDisk(server: TestServer, project: string): Promise<string> {
  const { id } = await server.admin.ok('disk_create', {
    query: { project },
    body: { ...named('largest-import'), size: GIB, disk_source: { type: 'importing_blocks', block_size: 512 } },
  })
  await server.settle()
  await server.admin.ok('disk_bulk_write_import_start', { path: { disk: id } })
  return id
}

const target = (index: number) => {
  if (index % 4 === 0) return { type: 'vpc', value: 'swept-vpc' }
  if (index % 4 === 1) return { type: 'subnet', value: `own-${1 + (index % 100)}` }
  if (index % 4 === 2) return { type: 'instance', value: `own-${1 + (index % 100)}` }
  return { type: 'ip_net', value: `${address('10.3', index % 65_536)}/32` }
}
const rules = listOf(maxRules, (rule) => ({
  ...named(`rule-${rule}`),
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority: rule,
  filters: { hosts: [{ type: 'vpc', value: 'swept-vpc' }] },
  targets: listOf(TARGETS, (index) => target(rule * TARGETS + index)),
}))

const transitIps = listOf(maxTransitIps, (index) => `${address('10.5', index)}/32`)

const instance = {
  ...named('largest'),
  hostname: 'largest',
  ncpus: 1,
  memory: GIB,
  start: false,
  disks: listOf(maxDisks, (index) => ({
    type: 'create',
    ...named(`largest-${index}`),
    size: GIB,
    disk_source: { type: 'blank', block_size: 512 },
  })),
  anti_affinity_groups: listOf(5, (index) => `few-${index + 1}`),
  ssh_public_keys: listOf(MAX_SSH_KEYS, (index) => `own-${index + 1}`),
  user_data: btoa('x'.repeat(MAX_USER_DATA_BYTES)),
}

const lot = {
  ...named('largest-lot'),
  kind: 'infra',
  blocks: listOf(maxLotBlocks, (index) => ({
    first_address: address('172.20', index * 2),
    last_address: address('172.20', index * 2),
  })),
}

const announcedLot = {
  ...named('largest-announced'),
  kind: 'infra',
  blocks: [{ first_address: '172.30.0.0', last_address: '172.30.255.255' }],
}
const announceSet = {
  ...named('largest-set'),
  announcement: listOf(maxAnnouncements, (index) => ({
    address_lot_block: 'largest-announced',
    network: `${address('172.30', index)}/32`,
  })),
}

/** The caller's address must be in it. */
const allowList = {
  allowed_ips: {
    allow: 'list',
    ips: ['192.0.2.1/32', ...listOf(maxAllowedNetworks - 1, (index) => `${address('172.16', index)}/32`)],
  },
}

const QUERY = 'get hardware_component:temperature | filter timestamp > @now() - 1d'

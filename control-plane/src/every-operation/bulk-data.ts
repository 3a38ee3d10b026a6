import { sql } from 'kysely'
import type { Db } from '../kernel/database/database.ts'
import { FLEET_ID } from '../kernel/values/uuid.ts'
import { type Columns, type GrowingTable, idOf, named, type Place } from './bulk-data-columns.ts'
import { ROWS } from './bulk-data-rows.ts'
import type { Everything } from './everything.ts'

export interface Sizes {
  /** Rows in each table that are unrelated to the resources of `Everything`. */
  others: number
  /** Rows below the resources of `Everything` where the number is unlimited. */
  many: number
  /** The same where the number is small: interfaces of an instance, members of a group. */
  few: number
}

/** Tables whose rows below `Everything` may be many, in the order of their references. */
const MANY: readonly GrowingTable[] = [
  'users',
  'groups',
  'ssh_keys',
  'saml_identity_providers',
  'access_tokens',
  'certificates',
  'ip_pool_ranges',
  'ip_pools',
  'projects',
  'image_fetches',
  'usage_points',
  'vpcs',
  'routers',
  'subnets',
  'router_routes',
  'internet_gateways',
  'internet_gateway_ip_pools',
  'internet_gateway_ip_addresses',
  'instances',
  'snapshots',
  'images',
  'disks',
  'affinity_groups',
  'network_interfaces',
  'external_ips',
  'probes',
  'physical_disks',
  'address_lot_blocks',
  'alerts',
  'alert_receivers',
  'alert_deliveries',
]

const PARENTS: Partial<Record<GrowingTable, string>> = {
  silos: 'silo',
  ip_pools: 'pool',
  projects: 'project',
  vpcs: 'vpc',
  routers: 'router',
  subnets: 'subnet',
  internet_gateways: 'gateway',
  instances: 'instance',
  affinity_groups: 'affinity_group',
  sleds: 'sled_id',
  address_lots: 'address_lot',
  alert_receivers: 'receiver',
}

/** Fills every growing table: with unrelated rows, and with rows below the resources of `Everything`. */
export async function insertBulkData(db: Db, everything: Everything, sizes: Sizes): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Disables foreign key checks, which would take most of the time.
    await sql`set local session_replication_role = replica`.execute(tx)
    const fill = () => fillTables(tx, everything, sizes)
    await (sizes.others < 1000 ? fill() : withIndexesAfter(tx, fill))
  })
  await sql`analyze`.execute(db)
}

/** Builds all indexes anew after `fill`: for many rows in half of the time of each row. They stay as defined. */
async function withIndexesAfter(db: Db, fill: () => Promise<void>): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  const ofTables = sql`indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`
  await sql`update pg_index set indisready = false, indisvalid = false where ${ofTables}`.execute(db)
  await fill()
  for (const { name } of tables) await sql`reindex table ${sql.table(name)}`.execute(db)
}

async function fillTables(db: Db, everything: Everything, sizes: Sizes): Promise<void> {
  const tables = Object.keys(ROWS) as GrowingTable[]
  const elsewhere: Place = { below: (table) => idOf(table, 'other'), beside: (table) => idOf(table, 'other'), net: 1 }
  const here: Place = {
    below: (table) => `'${table === 'users' ? everything.user : everything.ids[PARENTS[table] ?? '']}'`,
    beside: (table) => idOf(table, 'many'),
    net: 2,
  }
  const fill = async (table: GrowingTable, group: string, count: number, columns: Columns) => {
    const all = { ...(hasId(table) && { id: idOf(table, group) }), ...columns }
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((column) => sql.ref(column)))})
      select ${sql.raw(Object.values(all).join(', '))} from generate_series(1, ${sql.lit(count)}) i`.execute(db)
  }
  for (const table of tables) await fill(table, 'other', sizes.others, ROWS[table](elsewhere))
  for (const table of MANY) {
    const columns = ROWS[table](here)
    await fill(table, 'many', sizes.many, { ...columns, ...(columns['name']?.includes('bulk') && named('own')) })
  }

  const few = (table: GrowingTable, columns: Columns = {}) =>
    fill(table, 'few', sizes.few, { ...ROWS[table]({ ...here, net: 3 }), ...columns })
  const fewNamed = (table: GrowingTable, columns: Columns = {}) => few(table, { ...named('few'), ...columns })
  const instance = { instance_id: here.below('instances') }
  await fewNamed('images', { project_id: 'null' })
  await few('image_fetches', { project_id: 'null' })
  await fewNamed('disks', { ...instance, state: `'attached'` })
  await fewNamed('instances', { sled_id: here.below('sleds'), run_state: `'migrating'` })
  await fewNamed('instance_ssh_keys')
  await fewNamed('firewall_rules')
  for (const collection of [everything.ids['silo'], FLEET_ID])
    await few('usage_points', { collection_id: `'${collection}'` })
  await fewNamed('affinity_groups', { kind: `'anti_affinity'` })
  const interfaceOfInstance = { ...instance, subnet_id: idOf('subnets', 'many'), is_primary: 'false', slot: 'i' }
  await fewNamed('network_interfaces', interfaceOfInstance)
  await fewNamed('external_ips', instance)
  for (const table of ['alert_subscriptions', 'webhook_secrets'] as const) await few(table)
  await few('alert_deliveries', { alert_id: 'null', trigger: `'probe'` })
  await few('group_members')
  const ofMember = { user_id: `'${everything.ids['user_id']}'` }
  await fill('sessions', 'many', sizes.many, { ...ROWS.sessions(here), ...ofMember })
  await few('access_tokens', ofMember)
  await few('audit_log', { operation: `'project_create'`, status: '403' })
  const inFleet = { project_id: 'null', silo_id: 'null' }
  const actOutside = { ...ROWS.audit_log(here), ...inFleet, place_silo_id: 'null' }
  const ofUser = { place_user_id: here.below('users'), target: here.below('users') }
  await fill('audit_log', 'user', sizes.few, { ...actOutside, ...ofUser })
  await fill('audit_log', 'fleet', sizes.few, { ...actOutside, target: here.below('sleds') })
  await few('machine_events')
  await fill('machine_events', 'fleet', sizes.few, {
    ...ROWS.machine_events(here),
    ...inFleet,
    subject_id: here.below('sleds'),
  })
  // No control plane knows a saga of this name, so none runs it.
  await few('sagas', { state: `'running'` })
  const ofGroup = { group_id: `'${everything.ids['group_id']}'`, user_id: idOf('users', 'many') }
  await fill('group_members', 'many', sizes.many, ofGroup)
  await few('role_assignments')
  await few('ip_pool_ranges', { ip_pool_id: `(select id from ip_pools where is_service)` })
  await few('ip_pool_silos', { silo_id: idOf('silos', 'other') })
  await few('ip_pool_silos', { ip_pool_id: idOf('ip_pools', 'many'), silo_id: here.below('silos') })
  await few('affinity_group_members')
  await few('affinity_group_members', { group_id: `'${everything.ids['anti_affinity_group']}'` })
  await few('affinity_group_members', { group_id: idOf('affinity_groups', 'many'), ...instance })
  await few('affinity_group_members', { group_id: idOf('affinity_groups', 'few'), ...instance })
}

const WITHOUT_ID = [
  'audit_mentions',
  'alert_conditions',
  'alert_subscriptions',
  'webhook_attempts',
  'timeseries',
  'samples',
  'quotas',
  'project_usage',
  'usage_points',
  'group_members',
  'role_assignments',
  'sign_in_attempts',
  'sign_in_addresses',
  'used_saml_assertions',
  'ip_pool_gaps',
  'ip_pool_cursors',
  'free_snat_blocks',
  'ip_pool_silos',
  'subnet_gaps',
  'subnet_cursors',
  'disk_imports',
  'instance_user_data',
  'affinity_group_members',
  'bgp_announcements',
  'switch_port_addresses',
  'switch_port_peers',
  'update_repository_artifacts',
]
const hasId = (table: GrowingTable) => !WITHOUT_ID.includes(table)

import type { OperationId } from '@skerry/contract/operations.ts'
import { makeCertificate } from '../identity/certificates/self-signed.ts'
import { insertSamlProvider } from '../identity/identity-providers/identity-providers.repo.ts'
import { GIB } from '../kernel/values/bytes.ts'
import { randomId } from '../kernel/values/uuid.ts'
import type { Caller } from '../testing/caller.ts'
import type { TestServer } from '../testing/test-server.ts'
import { fleetBodies, fleetThings } from './fleet-everything.ts'

/** One resource of each kind that the operations use, in one project of the first silo, by id and by name. */
export interface Everything {
  project: { id: string; name: string }
  /** Values of path parameters and selectors, by the parameter's name. */
  ids: Record<string, string>
  names: Record<string, string>
  /** A silo image. */
  siloImage: string
  snapshot: string
  /** A detached disk. */
  disk: string
  user: string
  /** Text and key of a second certificate for the silo. */
  certificate: { cert: string; key: string }
}

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEvAYHxzyGkpPdVqVnOYJ2fpCk6zlPjcGqDOyJnHzFmK somebody'
const FOR_API = { service: 'external_api' }
const named = (name: string) => ({ name, description: '' })
const fetchBody = (name: string) => ({ ...named(name), source: { type: 'catalog', image: 'debian-13-amd64' } })
const blank = (name: string) => ({ ...named(name), size: GIB, disk_source: { type: 'blank', block_size: 512 } })

/** @param owner has every permission in its silo, and on pools */
export async function makeEverything(server: TestServer, owner: Caller): Promise<Everything> {
  const made: Partial<Record<OperationId, { id: string; name: string }>> = {}
  const make = async (operation: OperationId, query: Record<string, string>, body: object) => {
    const thing = await owner.ok(operation, { query, body })
    await server.settle()
    return (made[operation] = thing as { id: string; name: string })
  }
  const project = await make('project_create', {}, named('swept'))
  const inProject = { project: project.id }
  const vpc = await make('vpc_create', inProject, { ...named('swept-vpc'), dns_name: 'swept' })
  const inVpc = { vpc: vpc.id }
  const router = await make('vpc_router_create', inVpc, named('swept-router'))
  const destination = { type: 'ip_net', value: '10.0.0.0/8' }
  const route = await make(
    'vpc_router_route_create',
    { router: router.id },
    { ...named('swept-route'), destination, target: { type: 'drop' } },
  )
  const subnet = await make('vpc_subnet_create', inVpc, { ...named('swept-subnet'), ipv4_block: '10.1.0.0/24' })
  const gateway = await make('internet_gateway_create', inVpc, named('swept-gateway'))
  const inGateway = { gateway: gateway.id }
  const pool = await make('ip_pool_create', {}, named('swept-pool'))
  await owner.ok('ip_pool_range_add', {
    path: { pool: pool.id },
    body: { first: '198.51.100.1', last: '198.51.100.9' },
  })
  await owner.ok('ip_pool_silo_link', { path: { pool: pool.id }, body: { silo: server.siloId, is_default: false } })
  const poolOfGateway = await make('internet_gateway_ip_pool_create', inGateway, {
    ...named('swept-gateway-pool'),
    ip_pool: pool.id,
  })
  const address = await make('internet_gateway_ip_address_create', inGateway, {
    ...named('swept-address'),
    address: '198.51.100.77',
  })
  const instance = await make('instance_create', inProject, {
    ...named('swept-instance'),
    hostname: 'swept',
    ncpus: 1,
    memory: GIB,
    start: false,
    network_interfaces: {
      type: 'create',
      params: [{ ...named('swept-nic'), vpc_name: 'swept-vpc', subnet_name: 'swept-subnet' }],
    },
    disks: [{ type: 'create', ...blank('swept-attached') }],
  })
  const nics = await owner.ok('instance_network_interface_list', { query: { instance: instance.id } })
  const attached = await owner.ok('disk_view', { path: { disk: 'swept-attached' }, query: inProject })
  const disk = await make('disk_create', inProject, blank('swept-disk'))
  const snapshot = await make('snapshot_create', inProject, { ...named('swept-snapshot'), disk: disk.id })
  const asImage = { os: 'linux', version: '1', source: { type: 'snapshot', id: snapshot.id } }
  const image = await make('image_create', inProject, { ...named('swept-image'), ...asImage })
  const siloImage = await make('image_create', {}, { ...named('swept-silo-image'), ...asImage })
  // No name can be looked up here, so it fails.
  const fetch = await make('image_fetch_create', inProject, fetchBody('swept-fetch'))
  const floating = await make('floating_ip_create', inProject, { ...named('swept-floating'), pool: pool.id })
  const group = { policy: 'allow', failure_domain: 'sled' }
  const together = await make('affinity_group_create', inProject, { ...named('swept-together'), ...group })
  const apart = await make('anti_affinity_group_create', inProject, { ...named('swept-apart'), ...group })
  for (const [operation, path] of [
    ['affinity_group_member_instance_add', { affinity_group: together.id, instance: instance.id }],
    ['anti_affinity_group_member_instance_add', { anti_affinity_group: apart.id, instance: instance.id }],
  ] as const)
    await owner.ok(operation, { path })
  const key = await make('current_user_ssh_key_create', {}, { ...named('swept-key'), public_key: KEY })
  const fleet = await fleetThings(owner, await insertAlert(server))
  while ((await owner.ok('support_bundle_view', { path: { bundle_id: fleet['bundle_id'] } })).state === 'collecting')
    await server.settle()
  const pair = await makeCertificate()
  const certificate = await make('certificate_create', {}, { ...named('swept-certificate'), ...pair, ...FOR_API })
  const provider = await insertProvider(server)
  const { items: sleds } = await owner.ok('sled_list')
  const inService = sleds.find(({ policy }: { policy: { kind: string } }) => policy.kind === 'in_service')
  const probe = await make('probe_create', inProject, { ...named('swept-probe'), sled: inService.id })
  const tokens = await owner.ok('current_user_access_token_list')
  const builtin = await owner.ok('user_builtin_view', { path: { user: 'saga-worker' } })
  const entries = await owner.ok('audit_log_list')
  const saga = await server.db.selectFrom('sagas').select('id').limit(1).executeTakeFirstOrThrow()
  const member = await server.user()
  const groupId = await server.group([member])

  const things = {
    project,
    vpc,
    router,
    route,
    subnet,
    gateway,
    instance,
    interface: nics.items[0],
    disk,
    snapshot,
    image,
    floating_ip: floating,
    affinity_group: together,
    anti_affinity_group: apart,
    ssh_key: key,
    certificate,
    provider,
    address,
    pool,
    gatewayPool: poolOfGateway,
    attachedDisk: attached,
    probe,
    user: builtin,
  }
  const each = (field: 'id' | 'name') =>
    Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, thing[field]]))
  return {
    project,
    ids: {
      ...each('id'),
      silo: server.siloId,
      ...fleet,
      metric: 'read',
      metric_name: 'cpus_provisioned',
      silo_name: 'default',
      provider_name: providerBody.name,
      role_name: 'silo.viewer',
      user_id: member.userId,
      group_id: groupId,
      token_id: tokens.items[0].id,
      entry_id: entries.items[0].id,
      saga_id: saga.id,
      fetch_id: fetch.id,
    },
    names: { ...each('name'), silo: 'default' },
    siloImage: siloImage.id,
    snapshot: snapshot.id,
    disk: disk.id,
    user: owner.userId,
    certificate: pair,
  }
}

/** Inserts a row: the API cannot create an alert. */
async function insertAlert({ db }: TestServer): Promise<string> {
  const alert = { id: randomId(), class: 'sled.unreachable', data: '{}', time_created: new Date(0) } as const
  await db
    .insertInto('alerts')
    .values({ ...alert, time_dispatched: new Date(0) })
    .execute()
  return alert.id
}

/** Inserts a row: the API creates no provider in a silo with local users. */
const insertProvider = ({ db, siloId }: TestServer) =>
  insertSamlProvider(
    db,
    siloId,
    providerBody,
    { metadata: { signInUrl: 'https://idp.test/', certificates: [], leftOut: [] }, keyPair: null },
    new Date(0),
  )

const providerBody = {
  ...named('swept-provider'),
  acs_url: 'https://skerry.test/acs',
  slo_url: 'https://skerry.test/slo',
  idp_entity_id: 'idp',
  sp_client_id: 'skerry',
  technical_contact_email: 'somebody@skerry.test',
  idp_metadata_source: { type: 'base64_encoded_xml' as const, data: '' },
  signing_keypair: null,
}

/** A valid body for each write. */
export function bodiesFor({
  ids,
  disk,
  snapshot,
  user,
  certificate,
}: Everything): Partial<Record<OperationId, object>> {
  const policy = (role_name: string) => ({
    role_assignments: [{ identity_id: user, identity_type: 'silo_user', role_name }],
  })
  const range = { first: '203.0.113.1', last: '203.0.113.2' }
  const thing = named('never-made')
  const group = { ...thing, policy: 'allow', failure_domain: 'sled' }
  const route = { destination: { type: 'ip_net', value: '10.9.0.0/16' }, target: { type: 'drop' } }
  return {
    policy_update: policy('admin'),
    project_policy_update: policy('admin'),
    system_policy_update: policy('admin'),
    silo_policy_update: policy('admin'),
    silo_create: {
      ...thing,
      discoverable: true,
      identity_mode: 'local_only',
      quotas: { cpus: 1, memory: GIB, storage: GIB },
      tls_certificates: [],
    },
    silo_quotas_update: { cpus: 1 },
    auth_settings_update: { device_token_max_ttl_seconds: null },
    certificate_create: { ...thing, ...certificate, ...FOR_API },
    local_idp_user_create: { external_id: 'never-made', password: { mode: 'login_disallowed' } },
    local_idp_user_set_password: { mode: 'login_disallowed' },
    device_auth_confirm: { user_code: 'BCD-FGHJK' },
    project_create: thing,
    project_update: thing,
    project_deletion_lock_update: { locked: false },
    disk_create: blank('never-made'),
    disk_deletion_lock_update: { locked: false },
    disk_bulk_write_import: { base64_encoded_data: btoa('x'.repeat(512)), offset: 0 },
    disk_finalize_import: {},
    image_create: { ...thing, os: 'linux', version: '1', source: { type: 'snapshot', id: snapshot } },
    image_deletion_lock_update: { locked: false },
    image_fetch_create: fetchBody('never-made'),
    snapshot_create: { ...thing, disk },
    probe_create: { ...thing, sled: ids['sled_id'] },
    instance_create: { ...thing, hostname: 'never', ncpus: 1, memory: GIB, start: false },
    instance_update: { ncpus: 1, memory: GIB, boot_disk: null, auto_restart_policy: null },
    instance_deletion_lock_update: { locked: false },
    instance_disk_attach: { disk },
    instance_disk_detach: { disk },
    affinity_group_create: group,
    affinity_group_update: thing,
    anti_affinity_group_create: group,
    anti_affinity_group_update: thing,
    vpc_create: { ...thing, dns_name: 'never' },
    vpc_update: thing,
    vpc_deletion_lock_update: { locked: false },
    vpc_subnet_create: { ...thing, ipv4_block: '10.2.0.0/24' },
    vpc_subnet_update: thing,
    vpc_router_create: thing,
    vpc_router_update: thing,
    vpc_router_route_create: { ...thing, ...route },
    vpc_router_route_update: route,
    vpc_firewall_rules_update: { rules: [] },
    internet_gateway_create: thing,
    internet_gateway_ip_pool_create: { ...thing, ip_pool: ids['pool'] },
    internet_gateway_ip_address_create: { ...thing, address: '198.51.100.78' },
    instance_network_interface_create: { ...thing, vpc_name: 'swept-vpc', subnet_name: 'default' },
    instance_network_interface_update: thing,
    instance_ephemeral_ip_attach: {},
    floating_ip_create: thing,
    floating_ip_update: thing,
    floating_ip_attach: { kind: 'instance', parent: ids['instance'] },
    saml_identity_provider_create: { ...providerBody, ...thing },
    ip_pool_create: thing,
    ip_pool_update: thing,
    ip_pool_range_add: range,
    ip_pool_range_remove: range,
    ip_pool_silo_link: { silo: ids['silo'], is_default: false },
    ip_pool_silo_update: { is_default: false },
    ip_pool_service_range_add: range,
    ip_pool_service_range_remove: range,
    ...fleetBodies(ids),
    timeseries_query: { query: 'get virtual_machine:reset' },
    system_timeseries_query: { query: 'get virtual_machine:reset | filter timestamp > @now() - 1m' },
  }
}

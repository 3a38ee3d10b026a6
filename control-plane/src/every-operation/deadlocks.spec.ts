import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Log } from '../kernel/telemetry/log.ts'
import type { Caller } from '../testing/caller.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'

const CLIENTS = 32
const ROUNDS = 24
const GIB = 2 ** 30

/** SQLSTATEs of transactions that PostgreSQL aborted: deadlock, serialization failure. */
const brokenOff: string[] = []
const log: Log = (_level, _message, fields) => {
  const { code } = (fields?.['error'] ?? {}) as { code?: string }
  if (code === '40P01' || code === '40001') brokenOff.push(code)
}

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await startTestServer({ log })
  admin = server.admin
})
afterAll(() => server.close())
beforeEach(() => void brokenOff.splice(0))

/** Pseudo-random numbers, the same in every run. */
function dice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** A project with some resources of each kind that requests can conflict on. */
async function openProject(name: string) {
  const query = { project: name }
  const named = (thing: string) => ({ name: thing, description: '' })
  await admin.ok('project_create', { body: named(name) })
  const subnets = ['10.1.0.0/24', '10.2.0.0/24']
  for (const [index, ipv4_block] of subnets.entries())
    await admin.ok('vpc_subnet_create', {
      query: { ...query, vpc: 'default' },
      body: { ...named(`subnet-${index}`), ipv4_block },
    })
  for (const index of [0, 1, 2, 3]) {
    await admin.ok('disk_create', {
      query,
      body: { ...named(`disk-${index}`), size: GIB, disk_source: { type: 'blank', block_size: 512 } },
    })
    await admin.ok('floating_ip_create', { query, body: named(`address-${index}`) })
  }
  for (const index of [0, 1]) {
    const body = { ...named(`group-${index}`), policy: 'allow', failure_domain: 'sled' }
    await admin.ok('anti_affinity_group_create', { query, body })
    await admin.ok('affinity_group_create', { query, body })
  }
  return { name, query, instances: [] as string[] }
}

it('32 clients with mixed requests cause no deadlock', async () => {
  const projects = [await openProject('storm-a'), await openProject('storm-b')]
  await server.settle()
  let count = 0

  async function ask(roll: (sides: number) => number) {
    const project = projects[roll(projects.length)]!
    const { query } = project
    const instance = project.instances[roll(project.instances.length)] ?? 'none'
    const at = { path: { instance }, query }
    const group = {
      path: { anti_affinity_group: `group-${roll(2)}`, affinity_group: `group-${roll(2)}`, instance },
      query,
    }
    const address = { path: { floating_ip: `address-${roll(4)}` }, query }
    const disk = { disk: `disk-${roll(4)}` }
    const named = (kind: string) => ({ name: `${kind}-${++count}`, description: '' })
    const requests = [
      async () => {
        const body = {
          ...named('machine'),
          hostname: 'machine',
          ncpus: 1,
          memory: GIB,
          start: roll(2) === 0,
          external_ips: [{ type: 'ephemeral' }],
          anti_affinity_groups: roll(2) ? ['group-1', 'group-0'] : [],
          disks: [
            roll(3)
              ? { type: 'attach', name: disk.disk }
              : { type: 'create', ...named('new'), size: GIB, disk_source: { type: 'blank', block_size: 512 } },
          ],
        }
        const answer = await admin.call('instance_create', { query, body })
        if (answer.status === 201) project.instances.push(body.name)
        return answer
      },
      ...Array.from({ length: 6 }, () => () => admin.call('instance_start', at)),
      () => admin.call('instance_stop', at),
      () => admin.call('instance_reboot', at),
      () => admin.call('instance_delete', at),
      () => admin.call('instance_update', { ...at, body: { ncpus: 1 + roll(2), memory: GIB } }),
      () => admin.call('instance_disk_attach', { ...at, body: disk }),
      () => admin.call('instance_disk_detach', { ...at, body: disk }),
      () =>
        admin.call('disk_create', {
          query,
          body: { ...named('disk'), size: GIB, disk_source: { type: 'blank', block_size: 512 } },
        }),
      () => admin.call('disk_delete', { path: { disk: `disk-${4 + roll(30)}` }, query }),
      () => admin.call('snapshot_create', { query, body: { ...named('snapshot'), disk: disk.disk } }),
      () => admin.call('snapshot_delete', { path: { snapshot: `snapshot-${roll(count + 1)}` }, query }),
      () => admin.call('instance_ephemeral_ip_attach', { ...at, body: {} }),
      () => admin.call('instance_ephemeral_ip_detach', at),
      () => admin.call('floating_ip_attach', { ...address, body: { kind: 'instance', parent: instance } }),
      () => admin.call('floating_ip_detach', address),
      () => admin.call('floating_ip_create', { query, body: named('extra') }),
      () => admin.call('floating_ip_delete', { path: { floating_ip: `extra-${roll(count + 1)}` }, query }),
      () =>
        admin.call('instance_network_interface_create', {
          query: { ...query, instance },
          body: { ...named('nic'), vpc_name: 'default', subnet_name: `subnet-${roll(2)}` },
        }),
      () =>
        admin.call('instance_network_interface_delete', { path: { interface: 'net0' }, query: { ...query, instance } }),
      () => admin.call('anti_affinity_group_member_instance_add', group),
      () => admin.call('anti_affinity_group_member_instance_delete', group),
      () => admin.call('affinity_group_member_instance_add', group),
      () => admin.call('vpc_firewall_rules_update', { query: { ...query, vpc: 'default' }, body: { rules: [] } }),
      () =>
        admin.call('vpc_subnet_create', {
          query: { ...query, vpc: 'default' },
          body: { ...named('subnet'), ipv4_block: `10.${3 + roll(200)}.0.0/24` },
        }),
      () =>
        admin.call('vpc_subnet_delete', {
          path: { subnet: `subnet-${2 + roll(count + 1)}` },
          query: { ...query, vpc: 'default' },
        }),
      () => admin.call('vpc_create', { query, body: { ...named('vpc'), dns_name: 'vpc' } }),
      () => admin.call('vpc_update', { path: { vpc: 'default' }, query, body: { description: `${count}` } }),
      () =>
        admin.call('ip_pool_silo_update', {
          path: { pool: 'default', silo: 'default' },
          body: { is_default: true },
        }),
      () => {
        const role_assignments = [{ identity_type: 'silo_user', identity_id: admin.userId, role_name: 'admin' }]
        return admin.call('project_policy_update', { path: { project: project.name }, body: { role_assignments } })
      },
      () => admin.call('project_update', { path: { project: project.name }, body: { description: `${count}` } }),
    ]
    return requests[roll(requests.length)]!()
  }

  const sleds = await server.db.selectFrom('sleds').select('id').where('policy', '=', 'in_service').execute()
  /** Fails a sled with all its instances while others start. Returns the function that restores it. */
  function loseSled(round: number): () => void {
    const { platform } = server
    const { id } = platform.faults.inject({ kind: 'sled_unreachable', target: sleds[round % sleds.length]!.id })
    return () => platform.faults.end(id)
  }

  const seen = new Map<number, number>()
  const rolls = Array.from({ length: CLIENTS }, (_, client) => dice(client + 1))
  for (let round = 0; round < ROUNDS; round++) {
    const fault = round % 3 === 2 ? loseSled(round) : undefined
    for (const { status } of await Promise.all(rolls.map(ask))) seen.set(status, (seen.get(status) ?? 0) + 1)
    await server.plane.services.sagas.idle()
    await server.clock.advance(rolls[0]!(4) * 700)
    fault?.()
  }
  await server.settle(120_000)

  expect(brokenOff).toEqual([])
  // Refusals come from rules: a temporary state, no capacity.
  expect([...seen.keys()].filter((status) => status >= 500 && ![503, 507].includes(status))).toEqual([])
  expect([200, 201, 202, 204].every((status) => seen.get(status)! > 5)).toBe(true)
  expect(await brokenInvariants(server.db)).toEqual([])
}, 300_000)

it('unlinking a pool and deleting a VPC with several gateways on it cause no deadlock', async () => {
  const named = (name: string) => ({ name, description: '' })
  await admin.ok('project_create', { body: named('gateways') })
  await admin.ok('ip_pool_create', { body: named('shared') })
  const path = { pool: 'shared', silo: server.siloId }
  for (let round = 0; round < ROUNDS; round++) {
    const vpc = `vpc-${round}`
    const query = { project: 'gateways', vpc }
    await admin.ok('ip_pool_silo_link', { path, body: { silo: server.siloId, is_default: false } })
    await admin.ok('vpc_create', { query: { project: 'gateways' }, body: { ...named(vpc), dns_name: 'vpc' } })
    await admin.ok('vpc_subnet_delete', { path: { subnet: 'default' }, query })
    const gateways = Array.from({ length: 8 }, (_, i) => `gateway-${i}`)
    for (const gateway of gateways) await admin.ok('internet_gateway_create', { query, body: named(gateway) })
    // In reverse: the rows of the pool are in another order than those of the gateways.
    for (const gateway of gateways.toReversed())
      await admin.ok('internet_gateway_ip_pool_create', {
        query: { ...query, gateway },
        body: { ...named('shared'), ip_pool: 'shared' },
      })
    await Promise.all([
      admin.ok('vpc_delete', { path: { vpc }, query: { project: 'gateways' } }),
      admin.ok('ip_pool_silo_unlink', { path }),
    ])
  }
  expect(brokenOff).toEqual([])
})

it('deleting and changing an alert receiver cause no deadlock', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const body = { endpoint: 'https://receiver.test/', secrets: ['secret'], subscriptions: [], description: '' }
    const { id } = await admin.ok('webhook_receiver_create', { body: { ...body, name: `receiver-${round}` } })
    const path = { receiver: id }
    const change = () => admin.call('webhook_receiver_update', { path, body: { description: 'changed' } })
    await Promise.all([change(), change(), admin.call('alert_receiver_delete', { path }), change(), change()])
  }
  expect(brokenOff).toEqual([])
})

it('deleting and changing a pool cause no deadlock', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await admin.ok('ip_pool_create', { body: { name: `pool-${round}`, description: '' } })
    const path = { pool: id }
    const change = () => admin.call('ip_pool_update', { path, body: { description: 'changed' } })
    await Promise.all([change(), change(), admin.call('ip_pool_delete', { path }), change(), change()])
  }
  expect(brokenOff).toEqual([])
})

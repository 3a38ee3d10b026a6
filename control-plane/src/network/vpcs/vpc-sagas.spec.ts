import type { OperationId } from '@skerry/contract/operations.ts'
import { afterEach, expect, it } from 'vitest'
import { createSession } from '../../identity/sessions/sessions.repo.ts'
import { PlatformError } from '../../platform/interface/platform-error.ts'
import { type Caller, type Request_, send } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
afterEach(() => server.close())

const query = { project: 'harbour' }
async function open(beforeStep: (saga: string, step: string) => void): Promise<Caller> {
  server = await startTestServer({ beforeStep })
  await server.admin.ok('project_create', { body: { name: 'harbour', description: '' } })
  return server.admin
}
const declared = (id: string) => {
  return server.platform.inspect.vpc(id)
}
const defaultVpc = (admin: Caller) => admin.ok('vpc_view', { path: { vpc: 'default' }, query })

it('declares the last state to the platform after any number of failures', async () => {
  let failures = 7
  const admin = await open((saga) => {
    if (saga === 'vpc-declare' && failures-- > 0) throw new Error('the platform is away')
  })
  const { id } = await defaultVpc(admin)
  const body = { name: 'second', description: '', ipv4_block: '10.0.0.0/24' }
  await admin.ok('vpc_subnet_create', { query: { vpc: id }, body })
  await server.settle(600_000)
  expect(failures).toBeLessThan(1)
  expect(
    declared(id)
      ?.subnets.map((subnet) => subnet.ipv4Block)
      .toSorted(),
  ).toEqual(['10.0.0.0/24', '172.30.0.0/22'])
})

it('leaves nothing of a deleted VPC on the platform when its declaration runs last', async () => {
  let away = true
  const admin = await open((saga) => {
    if (saga === 'vpc-declare' && away) throw new Error('the platform is away')
  })
  const { id } = await defaultVpc(admin)
  await admin.ok('vpc_subnet_delete', { path: { subnet: 'default' }, query: { vpc: id } })
  await admin.ok('vpc_delete', { path: { vpc: id } })
  await server.settle(5_000)
  away = false
  await server.settle(600_000)
  expect(await server.plane.services.sagas.list()).toEqual([])
  expect(declared(id)).toBeUndefined()
})

it('declares many changes at once, and loses none', async () => {
  let away = true
  let runs = 0
  const admin = await open((saga) => {
    if (saga !== 'vpc-declare') return
    if (away) throw new Error('the platform is away')
    runs++
  })
  const { id } = await defaultVpc(admin)
  for (let i = 0; i < 8; i++) {
    const body = { name: `subnet-${i}`, description: '', ipv4_block: `10.0.${i}.0/24` }
    await admin.ok('vpc_subnet_create', { query: { vpc: id }, body })
  }
  expect((await server.plane.services.sagas.list()).length).toBe(1)
  away = false
  await server.settle(600_000)
  expect(runs).toBe(1)
  expect(declared(id)?.subnets).toHaveLength(9)
})

it('declares a change at once when the platform is back, however long it was away', async () => {
  let away = true
  const admin = await open((saga) => {
    if (saga === 'vpc-declare' && away) throw new Error('the platform is away')
  })
  const { id } = await defaultVpc(admin)
  // Its next attempt is then two minutes away.
  await server.settle(130_000)
  away = false
  const before = server.clock.now().getTime()
  await admin.ok('vpc_firewall_rules_update', { query: { vpc: id }, body: { rules: [] } })
  expect(declared(id)?.firewallRules).toEqual([])
  expect(server.clock.now().getTime() - before).toBeLessThan(1_000)
})

it('declares concurrent changes one after the other', async () => {
  const admin = await open(() => {})
  const { id } = await defaultVpc(admin)
  await server.settle()
  const addSubnet = (name: string, ipv4_block: string) =>
    admin.ok('vpc_subnet_create', { query: { vpc: id }, body: { name, description: '', ipv4_block } })
  const held = server.hold('vpc-declare/declare')
  const first = addSubnet('first', '10.0.1.0/24')
  await held.reached
  await server.clock.advance(10)
  const second = addSubnet('second', '10.0.2.0/24')
  const sagas = server.db.selectFrom('sagas').select('waits_for').where('state', '=', 'running')
  await expect.poll(async () => (await sagas.execute()).filter(({ waits_for }) => waits_for !== null).length).toBe(1)
  expect(declared(id)?.subnets).toHaveLength(1)
  held.release()
  await Promise.all([first, second])
  expect(declared(id)?.subnets).toHaveLength(3)
})

it('answers a change with its own result when the declaration it waits for belongs to a failed request', async () => {
  let away = false
  const admin = await open((saga, step) => {
    if (`${saga}/${step}` === 'instance-create/prepare') {
      away = true
      throw new PlatformError('no-space', 'nothing is left')
    }
    if (saga === 'vpc-declare' && away) throw new PlatformError('transient', 'not now')
  })
  // Requests for which time does not pass by itself: each waits for half a minute at most.
  const cookie = `skerry-session=${await createSession(server.db, admin.userId, server.clock.now())}`
  const ask = (operation: OperationId, request: Request_) => send(server.plane, operation, request, { cookie })
  const failing = ask('instance_create', {
    query,
    body: { name: 'machine', description: '', hostname: 'machine', ncpus: 1, memory: 2 ** 30, start: false },
  })
  const declarations = server.db.selectFrom('sagas').select('attempts').where('name', '=', 'vpc-declare')
  const isWaiting = async () => (await declarations.where('attempts', '>', 0).execute()).length > 0
  await server.clock.advanceUntil(isWaiting, 10)
  const body = { name: 'second', description: '', ipv4_block: '10.0.0.0/24' }
  const changing = ask('vpc_subnet_create', { query: { ...query, vpc: 'default' }, body })
  const subnets = server.db.selectFrom('subnets').select('id').where('name', '=', 'second')
  await expect.poll(async () => (await subnets.execute()).length).toBe(1)
  away = false
  let statuses: number[] | undefined
  void Promise.all([changing, failing]).then((answers) => (statuses = answers.map(({ status }) => status)))
  await server.clock.advanceUntil(() => statuses !== undefined, 10)
  expect(statuses).toEqual([201, 507])
  expect(await declarations.where('state', '=', 'done').where('parent_id', 'is not', null).execute()).toHaveLength(1)
})

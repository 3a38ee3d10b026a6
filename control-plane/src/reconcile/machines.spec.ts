import type { SystemIssue } from '@skerry/contract/fleet/issues.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { made, newProject, settleAndCheck, until, view } from '../compute/instances/instance-fixtures.ts'
import { instanceSpec } from '../compute/instances/lifecycle/instance-spec.ts'
import { CONFIRM_AFTER_MS } from '../fleet/inventory/unlisted-hardware.repo.ts'
import { nextOrder } from '../kernel/sagas/saga-store.ts'
import type { InstanceList } from '../platform/interface/instances.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { reconcileMachines } from './machines.ts'

let server: TestServer
let project: string
beforeAll(async () => {
  server = await startTestServer()
  project = await newProject(server)
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

const services = () => server.plane.services
const machines = () => server.platform.instances
const runsOf = async (id: string) =>
  (await machines().list()).instances.flatMap(({ instanceId, runId }) => (instanceId === id ? [runId] : []))
const rowOf = (id: string) =>
  server.db.selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Runs the reconciliation and advances the clock until it is done. */
async function reconcile(): Promise<void> {
  let over = false
  const run = reconcileMachines(services(), AbortSignal.timeout(60_000)).finally(() => (over = true))
  await server.clock.advanceUntil(() => over)
  await run
}
/** Reconciles twice, far enough apart to confirm an absence. */
async function reconcileTwice(): Promise<void> {
  await reconcile()
  await server.clock.advance(CONFIRM_AFTER_MS)
  await reconcile()
}
/** Changes the platform's list while `work` runs. */
async function whileListed(shape: (list: InstanceList) => InstanceList, work: () => Promise<void>): Promise<void> {
  const answer = machines().list.bind(machines())
  machines().list = async () => shape(await answer())
  await work().finally(() => (machines().list = answer))
}
const without = (ids: readonly string[], sledIds?: readonly string[]) => (list: InstanceList) => ({
  sledIds: sledIds ?? list.sledIds,
  instances: list.instances.filter(({ instanceId }) => !ids.includes(instanceId)),
})
const issues = async (): Promise<SystemIssue[]> => (await server.admin.ok('system_issues_view')).issues

it('fails an instance whose machine is gone, which is then restarted', async () => {
  const { id } = await made(server, project)
  await machines().release(id, undefined, await nextOrder(server.db))
  await reconcile()
  expect((await view(server, id)).run_state).toBe('running')
  await server.clock.advance(CONFIRM_AFTER_MS)
  await reconcile()
  expect((await view(server, id)).run_state).toBe('failed')
  await until(server, id, 'running')
})

it('clears the absence of a machine that is listed again', async () => {
  const { id } = await made(server, project)
  await whileListed(without([id]), reconcile)
  await server.clock.advance(CONFIRM_AFTER_MS)
  await reconcile()
  await whileListed(without([id]), reconcile)
  expect((await view(server, id)).run_state).toBe('running')
  await reconcile()
})

it('ignores machines on sleds that did not answer', async () => {
  const { id } = await made(server, project)
  const { sled_id } = await rowOf(id)
  const others = (await machines().list()).sledIds.filter((sled) => sled !== sled_id)
  await whileListed(without([id], others), reconcileTwice)
  expect((await view(server, id)).run_state).toBe('running')
  await reconcile()
  expect(await runsOf(id)).toEqual([(await rowOf(id)).run_id])
})

it('adopts the next run of a machine', async () => {
  const { id } = await made(server, project)
  const { run_id: before } = await rowOf(id)
  const stream = await machines().serial.open(id, { mostRecent: 0 })
  await stream.write(new TextEncoder().encode('root\nreboot\n'))
  await server.clock.advanceUntil(async () => (await rowOf(id)).run_id !== before)
  const rebooted = await rowOf(id)
  expect(rebooted.run_state).toBe('running')
  expect(await runsOf(id)).toEqual([rebooted.run_id])

  // A reboot without an event: another run with the same start time.
  await server.db.updateTable('instances').set({ run_id: 'lost' }).where('id', '=', id).execute()
  await reconcile()
  expect(await rowOf(id)).toMatchObject({ run_id: rebooted.run_id, run_state: 'running' })
  expect(await runsOf(id)).toEqual([rebooted.run_id])
  stream.close()
})

it('ends an earlier run on another sled, but not the current one', async () => {
  const { id } = await made(server, project)
  const { run_id: present, sled_id } = await rowOf(id)
  const ended: string[] = []
  const stopRun = machines().stopRun.bind(machines())
  machines().stopRun = async (instanceId, runId) => void ended.push(`${instanceId} ${runId}`)
  const earlier = {
    instanceId: id,
    order: 0,
    runId: 'earlier',
    bootedAt: new Date(0),
    leaseExpires: new Date(0),
    sledId: sled_id!,
    repairing: false,
    condition: null,
  }
  const both = (list: InstanceList) => ({ ...list, instances: [earlier, ...list.instances] })
  await whileListed(both, reconcile).finally(() => (machines().stopRun = stopRun))
  expect(ended).toEqual([`${id} earlier`])
  expect(await rowOf(id)).toMatchObject({ run_id: present, run_state: 'running' })
})

it('ends machines that should not run, and leaves those of no instance to an operator', async () => {
  const { id } = await made(server, project, { start: false })
  const [sled] = (await services().platform.hardware.inventory()).sleds
  const spec = { ...(await instanceSpec(server.db, id))!, sledId: sled!.id }
  const stranger = crypto.randomUUID()
  const order = await nextOrder(server.db)
  for (const each of [spec, { ...spec, id: stranger }]) {
    let running = false
    void machines()
      .start(each, undefined, order)
      .then(() => (running = true))
    await server.clock.advanceUntil(() => running)
  }
  await reconcile()
  expect(await issues()).not.toContainEqual(expect.objectContaining({ kind: 'machine' }))
  await server.clock.advance(CONFIRM_AFTER_MS)
  await reconcile()
  expect(await runsOf(id)).toEqual([])
  expect((await view(server, id)).run_state).toBe('stopped')
  expect(await runsOf(stranger)).toHaveLength(1)
  expect(await issues()).toContainEqual(expect.objectContaining({ kind: 'machine', id: stranger }))
  await machines().release(stranger, undefined, await nextOrder(server.db))
  await reconcile()
  expect(await issues()).not.toContainEqual(expect.objectContaining({ kind: 'machine' }))
})

it('changes nothing while more than a fifth of the machines are missing, unless an operator confirms it', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, async () => (await made(server, project)).id))
  const states = () => Promise.all(ids.map(async (id) => (await view(server, id)).run_state))
  const running = ids.map(() => 'running')
  const nothing = (list: InstanceList) => ({ ...list, instances: [] })
  await whileListed(nothing, async () => {
    await reconcileTwice()
    await reconcile()
  })
  expect(await states()).toEqual(running)
  expect(await issues()).toContainEqual(expect.objectContaining({ kind: 'reconciliation', severity: 'critical' }))
  const raised = await server.db
    .selectFrom('alerts')
    .select('data')
    .where('class', '=', 'reconciliation.stopped')
    .execute()
  expect(raised).toHaveLength(1)
  await reconcile()
  expect(await states()).toEqual(running)
  for (const id of ids) expect(await runsOf(id)).toHaveLength(1)
  expect(await issues()).not.toContainEqual(expect.objectContaining({ kind: 'reconciliation' }))

  await whileListed(without(ids), async () => {
    await reconcile()
    const confirm = new Request('http://ops.test/_ops/machines/confirm-missing', { method: 'POST' })
    expect(await (await server.plane.ops(confirm)).json()).toEqual({ confirmed: 4 })
    await reconcile()
  })
  expect(await states()).toEqual(ids.map(() => 'failed'))
  await reconcile()
  for (const id of ids) await until(server, id, 'running')
})

it('records the sled of a machine', async () => {
  const { id } = await made(server, project)
  const { sled_id: before } = await rowOf(id)
  const { sleds } = await services().platform.hardware.inventory()
  const other = sleds.find((sled) => sled.id !== before && !sled.expunged)!
  let moved = false
  void machines()
    .migrate(id, other.id, undefined, await nextOrder(server.db))
    .then(() => (moved = true))
  await server.clock.advanceUntil(() => moved)
  await reconcile()
  expect((await rowOf(id)).sled_id).toBe(other.id)
})

it('skips an instance that a saga owns', async () => {
  const { id } = await made(server, project, { start: false })
  const at = { path: { instance: id } }
  for (const [operation, between, end] of [
    ['instance_start', 'starting', 'running'],
    ['instance_reboot', 'rebooting', 'running'],
    ['instance_stop', 'stopping', 'stopped'],
  ] as const) {
    await server.admin.ok(operation, at)
    await server.clock.advance(1000)
    await reconcileMachines(services(), AbortSignal.timeout(60_000))
    expect((await view(server, id)).run_state).toBe(between)
    await until(server, id, end)
  }
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../testing/caller.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { deleteReceivers, deliveriesOn, startDeliveryServer } from './delivery-fixtures.ts'
import { DeliveryWorker } from './delivery-worker.ts'
import { type LocalReceiver, startReceiver } from './receiver-fixtures.ts'

let server: TestServer
let admin: Caller
let localReceiver: LocalReceiver
beforeAll(async () => {
  server = await startDeliveryServer()
  admin = server.admin
})
afterAll(() => server.close())
beforeEach(async () => {
  localReceiver = await startReceiver()
})
afterEach(() => deleteReceivers(server, localReceiver))

const { receiverOf, raise, deliveries, until, attempted, arrived } = deliveriesOn(() => ({ server, localReceiver }))

describe('receivers that do not answer', () => {
  it('do not block others, however many alerts wait for them', async () => {
    localReceiver.answer = () => {}
    const quick = await startReceiver()
    for (let i = 0; i < 8; i++) await receiverOf()
    await receiverOf({ endpoint: quick.url })
    for (let i = 0; i < 40; i++) await raise(`sled-${i}`)
    // Short enough that no request times out.
    await server.clock.advance(6000)
    await expect.poll(() => [quick.arrived.length, localReceiver.arrived.length]).toEqual([40, 8])
    await quick.close()
  })

  it('are paused, and receive all waiting alerts once they answer', async () => {
    localReceiver.answer = (response) => response.destroy()
    const receiver = await receiverOf()
    for (let i = 0; i < 6; i++) await raise(`sled-${i}`)
    await until(receiver, () => localReceiver.arrived.length === 1)
    await server.clock.advance(50_000)
    expect(localReceiver.arrived).toHaveLength(1)
    await until(receiver, () => localReceiver.arrived.length === 2)
    await server.clock.advance(280_000)
    expect(localReceiver.arrived).toHaveLength(2)
    localReceiver.answer = (response) => response.writeHead(204).end()
    const pending = async () => (await deliveries(receiver, { pending: true })).length
    await until(receiver, () => localReceiver.arrived.length >= 3)
    await expect.poll(pending).toBe(0)
    expect(localReceiver.arrived).toHaveLength(8)
  })

  it('are sent to at once after a resend or a change of their endpoint', async () => {
    localReceiver.answer = (response) => response.destroy()
    const receiver = await receiverOf()
    await raise('sled-13')
    await until(receiver, attempted(1))
    await server.clock.advance(10_000)
    expect(localReceiver.arrived).toHaveLength(1)
    const [{ alert_id }] = await deliveries(receiver)
    await admin.ok('alert_delivery_resend', { path: { alert_id }, query: { receiver: receiver.id } })
    await arrived(2)
    const other = await startReceiver()
    const path = { receiver: receiver.id }
    await admin.ok('webhook_receiver_update', { path, body: { endpoint: other.url } })
    await raise('sled-14')
    await server.clock.advance(6000)
    await expect.poll(() => other.arrived.length).toBe(1)
    await other.close()
  })

  it('are not paused when an attempt at an earlier endpoint fails', async () => {
    let breakOff = () => {}
    localReceiver.answer = (response) => (breakOff = () => response.destroy())
    const receiver = await receiverOf()
    await raise('sled-15')
    await arrived(1)
    const endpoint = localReceiver.url.replace('/hook', '/moved')
    await admin.ok('webhook_receiver_update', { path: { receiver: receiver.id }, body: { endpoint } })
    breakOff()
    await until(receiver, attempted(1))
    const { items } = await admin.ok('alert_receiver_list')
    expect(items).toMatchObject([{ id: receiver.id, health: { paused_until: null } }])
  })
})

describe('a running delivery', () => {
  it('does not block other receivers, and ends when its receiver is deleted', async () => {
    let answer = () => {}
    localReceiver.answer = (response) => (answer = () => response.writeHead(204).end())
    const slow = await receiverOf()
    for (let i = 0; i < 8; i++) await raise(`slow-${i}`)
    await arrived(1)
    const quick = await startReceiver()
    const other = await receiverOf({ endpoint: quick.url })
    await raise('sled-7')
    await until(other, ({ state }) => state === 'delivered')
    expect(localReceiver.arrived).toHaveLength(1)
    await admin.ok('alert_receiver_delete', { path: { receiver: slow.id } })
    answer()
    await server.clock.advance(60_000)
    expect(await server.db.selectFrom('webhook_attempts').select('delivery_id').execute()).toHaveLength(1)
    await quick.close()
  })

  it('is sent by one of two servers, and again a minute after that server died', async () => {
    const receiver = await receiverOf()
    await raise('sled-8')
    const workers = [new DeliveryWorker(server.plane.services), new DeliveryWorker(server.plane.services)]
    const { signal } = new AbortController()
    await Promise.all(workers.map((worker) => worker.task.run(signal)))
    await expect.poll(() => localReceiver.arrived.length).toBe(1)
    await until(receiver, ({ state }) => state === 'delivered')
    await server.clock.advance(120_000)
    expect(localReceiver.arrived).toHaveLength(1)

    // A server that died while sending it.
    await raise('sled-9')
    await server.db.transaction().execute(async (tx) => {
      const alert = await tx
        .updateTable('alerts')
        .set({ time_dispatched: server.clock.now() })
        .where('time_dispatched', 'is', null)
        .returning('id')
        .executeTakeFirstOrThrow()
      const lease = { due: new Date(server.clock.now().getTime() + 60_000), lease_id: crypto.randomUUID() }
      const row = { id: crypto.randomUUID(), alert_id: alert.id, receiver_id: receiver.id, trigger: 'alert' as const }
      await tx
        .insertInto('alert_deliveries')
        .values({ ...row, ...lease, state: 'pending', time_created: server.clock.now() })
        .execute()
    })
    await server.clock.advance(50_000)
    expect(localReceiver.arrived).toHaveLength(1)
    await until(receiver, ({ state }) => state === 'delivered')
    expect(localReceiver.arrived).toHaveLength(2)
  })

  it('is released by a server that stops', async () => {
    localReceiver.answer = () => {}
    const receiver = await receiverOf()
    await raise('sled-10')
    const worker = new DeliveryWorker(server.plane.services)
    await worker.task.run(new AbortController().signal)
    await expect.poll(() => localReceiver.arrived.length).toBe(1)
    await worker.stop()
    localReceiver.answer = (response) => response.writeHead(204).end()
    await until(receiver, ({ state }) => state === 'delivered')
    const [{ attempts }] = await deliveries(receiver)
    expect(attempts.webhook).toHaveLength(1)
    expect(localReceiver.arrived).toHaveLength(2)
  })
})

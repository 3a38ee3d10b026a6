import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { giveCompute, type Taker, takeCompute } from '../quotas/quotas.repo.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const inTransaction = (work: Parameters<ReturnType<TestServer['db']['transaction']>['execute']>[0]) =>
  server.db.transaction().execute(work)

/** A project that allocates from the quota of a silo. */
async function takerIn(silo_id: string): Promise<Taker> {
  const admin = await server.user({ silo: 'admin' }, silo_id)
  const { id } = await admin.ok('project_create', { body: { name: 'taker', description: '' } })
  return { silo_id, project_id: id }
}

describe('utilization_view', () => {
  it('shows users of a silo its limits and usage', async () => {
    const siloId = await server.silo('used')
    const user = await server.user({}, siloId)
    const taker = await takerIn(siloId)
    const capacity = { cpus: 1000, memory: 2 ** 44, storage: 2 ** 50 }
    expect(await user.ok('utilization_view')).toEqual({ capacity, provisioned: { cpus: 0, memory: 0, storage: 0 } })

    await inTransaction((tx) => takeCompute(tx, taker, { cpus: 4, memory: 8 * GIB }, server.clock.now()))
    expect((await user.ok('utilization_view')).provisioned).toEqual({ cpus: 4, memory: 8 * GIB, storage: 0 })
    await inTransaction((tx) => giveCompute(tx, taker, { cpus: 4, memory: 8 * GIB }, server.clock.now()))
    expect((await user.ok('utilization_view')).provisioned).toEqual({ cpus: 0, memory: 0, storage: 0 })
  })

  it('is exact above 2^53', async () => {
    const siloId = await server.silo('huge')
    await server.db
      .updateTable('quotas')
      .set({ storage: 2n ** 63n - 1n })
      .where('silo_id', '=', siloId)
      .execute()
    const user = await server.user({}, siloId)
    const { storage } = (await user.ok('utilization_view')).capacity
    expect(BigInt(storage) > 2n ** 62n).toBe(true)
  })
})

describe('a quota', () => {
  it('is never exceeded by concurrent allocations; errors name the resource, CPU first', async () => {
    const siloId = await server.silo('limited')
    await server.db
      .updateTable('quotas')
      .set({ cpus: 3, memory: 3 * GIB })
      .where('silo_id', '=', siloId)
      .execute()
    const taker = await takerIn(siloId)
    const take = (cpus: number, memory: number) =>
      inTransaction((tx) => takeCompute(tx, taker, { cpus, memory }, server.clock.now()))
    const both = await Promise.allSettled([take(2, GIB), take(2, GIB)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(take(2, 8 * GIB)).rejects.toMatchObject({
      status: 507,
      message:
        "Insufficient capacity: 2 vCPUs asked for, 1 vCPU left in the silo's quota: stop other instances, or ask an operator for a larger quota",
    })
    await expect(take(1, 8 * GIB)).rejects.toMatchObject({
      message:
        "Insufficient capacity: 8 GiB of memory asked for, 2 GiB of memory left in the silo's quota: resize the instance, or ask an operator for a larger quota",
    })
    // A limit below present usage blocks new allocations.
    await server.db.updateTable('quotas').set({ cpus: 1 }).where('silo_id', '=', siloId).execute()
    await expect(take(1, 0)).rejects.toMatchObject({ message: expect.stringContaining('1 vCPU asked for, 0 vCPUs') })
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { made, newProject } from '../../compute/instances/instance-fixtures.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

const hardware = { sleds: 3, expungedSleds: 0, threadsPerSled: 4, storageBytesPerSled: 256 * GIB }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hardware })
})
afterAll(() => server.close())

/** Leaves so much on each sled. */
async function leave(free: [vcpus: number, memory: number][]): Promise<void> {
  const sleds = await server.db.selectFrom('sleds').selectAll().orderBy('id').execute()
  for (const [at, { id, provisionable_vcpus, memory }] of sleds.entries())
    await server.db
      .updateTable('sleds')
      .set({
        threads_provisioned: provisionable_vcpus - free[at]![0],
        memory_provisioned: BigInt(memory) - BigInt(free[at]![1]),
      })
      .where('id', '=', id)
      .execute()
}

const left = async () => (await server.admin.ok('utilization_view')).hardware_left

it('An instance as large as the hardware has left finds room on one sled, and none after it', async () => {
  const project = await newProject(server)
  await leave([
    [12, GIB],
    [2, 16 * GIB],
    [6, 8 * GIB],
  ])
  const { cpus, memory } = await left()
  expect({ cpus, memory }).toEqual({ cpus: 6, memory: 8 * GIB })
  const start = async () => {
    const { id } = await made(server, project, { ncpus: cpus, memory, start: false })
    return (await server.admin.call('instance_start', { path: { instance: id } })).status
  }
  expect([await start(), await start()]).toEqual([202, 507])
  expect(await left()).toMatchObject({ cpus: 2, memory: 16 * GIB })
})

it('Sleds that take no instances, or no more, leave nothing', async () => {
  await leave([
    [-2, -GIB],
    [0, 16 * GIB],
    [4, 8 * GIB],
  ])
  expect(await left()).toMatchObject({ cpus: 4, memory: 8 * GIB })
  await server.db.updateTable('sleds').set({ storage_full: true }).execute()
  expect(await left()).toMatchObject({ cpus: 0, memory: 0 })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBody, newProject, until } from '../../compute/instances/instance-fixtures.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { syncHardware } from '../inventory/inventory.ts'

const STORAGE = 512 * GIB
const hardware = { sleds: 1, expungedSleds: 0, threadsPerSled: 4, storageBytesPerSled: STORAGE }

let server: TestServer
let project: string
beforeAll(async () => {
  server = await startTestServer({ hardware })
  project = await newProject(server)
})
afterAll(() => server.close())

const update = (cpu: unknown, storage: unknown, headers?: Record<string, string>) =>
  server.admin.call('system_overcommitment_update', { body: { cpu, storage }, ...(headers && { headers }) })
const capacity = async () => {
  const { sleds } = await server.admin.ok('system_overview')
  return [sleds.provisionable_vcpus, sleds.provisionable_storage]
}

describe('The factors of overcommitment', () => {
  it('are 4 for CPUs and 1 for storage at first, also in the quota of the first silo', async () => {
    expect(await server.admin.ok('system_overcommitment_view')).toMatchObject({ cpu: 4, storage: 1 })
    expect(await capacity()).toEqual([16, STORAGE])
    const { cpus, storage } = await server.admin.ok('silo_quotas_view', { path: { silo: 'default' } })
    // A tenth is left to files that grow beside those of the platform.
    expect([cpus, storage]).toEqual([16, 460 * GIB])
  })

  it('change what sleds may be promised, at once and after the hardware is read again', async () => {
    expect((await update(1.5, 2)).body).toMatchObject({ cpu: 1.5, storage: 2 })
    expect(await capacity()).toEqual([6, 2 * STORAGE])
    await syncHardware(server.plane.services)
    expect(await capacity()).toEqual([6, 2 * STORAGE])
    const { items } = await server.admin.ok('sled_list')
    expect(items).toMatchObject([
      { usable_hardware_threads: 4, provisionable_vcpus: 6, provisionable_storage: 2 * STORAGE },
    ])
    await update(4, 1)
  })

  it('are numbers from 0.1 to 100', async () => {
    for (const [cpu, storage] of [
      [0, 1],
      [1, 0.05],
      [101, 1],
      [1, null],
      ['4', 1],
    ])
      expect((await update(cpu, storage)).status).toBe(400)
  })

  it('are written unless somebody else has written them meanwhile', async () => {
    const { headers } = await server.admin.call('system_overcommitment_view')
    const match = { 'if-match': headers.get('etag')! }
    expect((await update(2, 1, match)).status).toBe(200)
    expect((await update(3, 1, match)).status).toBe(412)
    await update(4, 1)
  })
})

describe('With a factor', () => {
  beforeAll(() =>
    server.admin.ok('silo_quotas_update', {
      path: { silo: 'default' },
      body: { cpus: 100, memory: null, storage: 8 * STORAGE },
    }),
  )

  const start = async (ncpus: number) => {
    const body = newBody({ ncpus, memory: GIB })
    return server.admin.call('instance_create', { query: { project }, body })
  }
  const newDisk = (name: string, gib: number) =>
    server.admin.call('disk_create', {
      query: { project },
      body: { name, description: '', size: gib * GIB, disk_source: { type: 'blank', block_size: 512 } },
    })

  it('of 4, four threads run sixteen vCPUs and no more', async () => {
    const first = await start(16)
    expect(first.status).toBe(201)
    await until(server, first.body.id, 'running')
    const { id } = (await start(1)).body
    const again = () => server.admin.call('instance_start', { path: { instance: id } })
    expect(await again()).toMatchObject({
      status: 507,
      body: { message: 'Insufficient capacity: no sled has 1 vCPU and 1 GiB of memory free' },
    })
    await update(5, 1)
    expect((await again()).status).toBe(202)
    await update(4, 1)
  })

  it('of 1, disks and snapshots take no more than there is, and more with a larger factor', async () => {
    const { bytes } = await server.db
      .selectFrom('images')
      .select(({ fn }) => fn.coalesce(fn.sum<string>('size'), sql.lit('0')).as('bytes'))
      .executeTakeFirstOrThrow()
    const disk = 4
    const rest = Math.floor((STORAGE - Number(bytes)) / GIB) - 2 * disk
    expect((await newDisk('rest', rest)).status).toBe(201)
    const { status, body } = await newDisk('half', disk)
    expect(status).toBe(201)
    await server.settle()
    const snapshot = (name: string) =>
      server.admin.call('snapshot_create', { query: { project }, body: { name, description: '', disk: body.id } })
    expect((await snapshot('other-half')).status).toBe(201)
    const message = /^Insufficient capacity: 1 GiB of storage asked for, 0 B left of what the hardware provides/
    expect(await newDisk('more', 1)).toMatchObject({ status: 507, body: { message: expect.stringMatching(message) } })
    expect((await snapshot('more')).status).toBe(507)
    await update(4, 1.25)
    expect((await newDisk('more', STORAGE / GIB / 4)).status).toBe(201)
    expect((await newDisk('still-more', 1)).status).toBe(507)
  })
})

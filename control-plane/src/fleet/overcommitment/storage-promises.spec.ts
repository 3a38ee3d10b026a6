import { afterAll, beforeAll, expect, it } from 'vitest'
import { newProject } from '../../compute/instances/instance-fixtures.ts'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { storageLeft } from './provisionable.repo.ts'

const hardware = { sleds: 1, expungedSleds: 0, threadsPerSled: 4, storageBytesPerSled: 256 * GIB }
const SILOS = 6

let server: TestServer
let users: { caller: Caller; project: string }[]
beforeAll(async () => {
  server = await startTestServer({ hardware })
  const siloIds = await Promise.all(Array.from({ length: SILOS }, (_, at) => server.silo(`silo-${at}`)))
  users = await Promise.all(
    siloIds.map(async (silo) => {
      const caller = await server.user({ silo: 'admin' }, silo)
      const { id } = await caller.ok('project_create', { body: { name: 'project', description: '' } })
      return { caller, project: id }
    }),
  )
})
afterAll(() => server.close())

const left = async () => Number(await storageLeft(server.db)) / GIB
const diskOf = (name: string, gib: number) => ({
  name,
  description: '',
  size: gib * GIB,
  disk_source: { type: 'blank', block_size: 512 },
})
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted()
const onlyOne = [201, ...Array.from({ length: SILOS - 1 }, () => 507)]

/** Takes all but so much. */
async function leave(gib: number): Promise<void> {
  const project = await newProject(server)
  const body = diskOf('filler', (await left()) - gib)
  await server.admin.ok('disk_create', { query: { project }, body })
}

it('What the hardware has left is shown to users of each silo', async () => {
  const hardwareLeft = async () => (await users[1]!.caller.ok('utilization_view')).hardware_left
  const before = await hardwareLeft()
  expect(before).toMatchObject({ cpus: 16, storage: (await left()) * GIB })
  const { caller, project } = users[0]!
  const { id } = await caller.ok('disk_create', { query: { project }, body: diskOf('shown', 3) })
  await server.settle()
  expect(await hardwareLeft()).toEqual({ ...before, storage: before.storage - 3 * GIB })
  await caller.ok('disk_delete', { path: { disk: id } })
  expect(await hardwareLeft()).toEqual(before)
})

it('Of requests of several silos at one moment, only as many as there is storage for succeed', async () => {
  const made = await Promise.all(
    users.map(({ caller, project }) => caller.ok('disk_create', { query: { project }, body: diskOf('source', 4) })),
  )
  await server.settle()

  await leave(20)
  const disks = await Promise.all(
    users.map(({ caller, project }) => caller.call('disk_create', { query: { project }, body: diskOf('disk', 16) })),
  )
  expect(statuses(disks)).toEqual(onlyOne)
  expect(await left()).toBe(4)

  const snapshots = await Promise.all(
    users.map(({ caller, project }, at) => {
      const body = { name: 'snapshot', description: '', disk: made[at]!.id }
      return caller.call('snapshot_create', { query: { project }, body })
    }),
  )
  expect(statuses(snapshots)).toEqual(onlyOne)
  expect(await left()).toBe(0)
})

it('An image of a snapshot counts as well, also one for the whole silo', async () => {
  const { caller, project } = users[0]!
  await server.admin.ok('system_overcommitment_update', { body: { cpu: 4, storage: 1.0625 } })
  const disk = await caller.ok('disk_create', { query: { project }, body: diskOf('imaged', 8) })
  await server.settle()
  const body = { name: 'imaged', description: '', disk: disk.id }
  const { id } = await caller.ok('snapshot_create', { query: { project }, body })
  await server.settle()
  expect(await left()).toBe(0)
  const image = (name: string, query = {}) =>
    caller.call('image_create', {
      query,
      body: { name, description: '', os: 'plan9', version: '4', source: { type: 'snapshot', id } },
    })
  for (const query of [{}, { project }])
    expect(await image('more', query)).toMatchObject({
      status: 507,
      body: { message: expect.stringMatching(/^Insufficient capacity: 8 GiB of storage asked for, 0 B left/) },
    })
  await server.admin.ok('system_overcommitment_update', { body: { cpu: 4, storage: 1.09375 } })
  expect((await image('fits')).status).toBe(201)
  expect(await left()).toBe(0)
  expect((await caller.call('disk_create', { query: { project }, body: diskOf('more', 1) })).status).toBe(507)
})

it('The images of a silo are as large in all as its quota, and leave the others what they were promised', async () => {
  await server.admin.ok('system_overcommitment_update', { body: { cpu: 4, storage: 10 } })
  const [{ caller, project }, other] = [users[1]!, users[2]!]
  const { silo_id } = await caller.ok('current_user_view')
  const disk = await caller.ok('disk_create', { query: { project }, body: diskOf('blank', 8) })
  await server.settle()
  const body = { name: 'blank', description: '', disk: disk.id }
  const { id } = await caller.ok('snapshot_create', { query: { project }, body })
  await server.settle()
  const { provisioned } = await server.admin.ok('silo_utilization_view', { path: { silo: silo_id } })
  const quota = Number(provisioned.storage)
  await server.admin.ok('silo_quotas_update', { path: { silo: silo_id }, body: { storage: quota } })
  const image = (name: string) =>
    caller.call('image_create', {
      query: { project },
      body: { name, description: '', os: 'plan9', version: '4', source: { type: 'snapshot', id } },
    })
  for (let at = 0; at < Math.floor(quota / (8 * GIB)); at++) expect((await image(`image-${at}`)).status).toBe(201)
  expect(await image('more')).toMatchObject({
    status: 507,
    body: {
      message: expect.stringMatching(/this silo's images may have \d+ GiB in all, as its quota, and 8 GiB more/),
    },
  })
  const inOther = { query: { project: other!.project }, body: diskOf('still', 1) }
  const answer = await other!.caller.call('disk_create', inOther)
  expect(answer.status).toBe(201)
})

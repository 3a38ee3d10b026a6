import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { made as madeInstance, newDisk, newProject } from '../instances/instance-fixtures.ts'
import { disksOn } from './disk-fixtures.ts'

let server: TestServer
let admin: Caller

beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
})
afterAll(() => server.close())

const { create, made, stored } = disksOn(() => ({ server }))

describe('disk_delete', () => {
  it('frees the name and the quota at once, and deletes the volume', async () => {
    const project = await newProject(server)
    const { id } = await made(project, 'old')
    const before = await stored()
    expect((await admin.call('disk_delete', { path: { disk: id } })).status).toBe(204)
    expect(await stored()).toBe(before - GIB)
    expect((await create(project, 'old')).status).toBe(201)
    expect((await admin.call('disk_view', { path: { disk: id } })).status).toBe(404)
    await server.settle()
    await expect(server.plane.services.platform.volumes.read(id, 0, 1)).rejects.toThrow(id)
  })

  it('lets one of two concurrent deletes succeed, and frees storage once', async () => {
    const { id } = await made(await newProject(server), 'contested')
    const before = await stored()
    const remove = () => admin.call('disk_delete', { path: { disk: id } })
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 404])
    expect(await stored()).toBe(before - GIB)
    await server.settle()
  })

  it('refuses a disk that is neither detached nor faulted', async () => {
    const project = await newProject(server)
    const step = server.hold('disk-create/volume')
    const creating = create(project, 'young')
    await step.reached
    const at = { path: { disk: 'young' }, query: { project } }
    expect(await admin.call('disk_delete', at)).toMatchObject({
      status: 400,
      body: {
        error_code: 'InvalidRequest',
        message:
          'Only a detached or faulted disk can be deleted: this one is being created by another request, try again when that is done',
      },
    })
    step.release()
    const { body } = await creating
    const viewer = await server.user({ projects: { [project]: 'viewer' } })
    expect((await viewer.call('disk_delete', { path: { disk: body.id } })).status).toBe(403)
    expect((await (await server.user()).call('disk_delete', { path: { disk: body.id } })).status).toBe(404)
    await server.settle()
  })

  it('waits for a snapshot that is being taken of it', async () => {
    const project = await newProject(server)
    const instance = await madeInstance(server, project, { disks: [newDisk('model')], start: false })
    const at = { path: { disk: 'model' }, query: { project } }
    const { id } = await admin.ok('disk_view', at)
    const step = server.hold('snapshot-create/snapshot')
    const taking = admin.ok('snapshot_create', {
      query: { project },
      body: { name: 'kept', description: '', disk: id },
    })
    await step.reached
    await admin.ok('instance_disk_detach', { path: { instance: instance.id }, body: { disk: id } })
    const deleting = admin.call('disk_delete', at)
    await expect.poll(async () => (await admin.call('disk_view', at)).status).toBe(404)
    step.release()
    expect((await taking).state).toBe('ready')
    expect((await deleting).status).toBe(204)
    await expect(server.plane.services.platform.volumes.read(id, 0, 1)).rejects.toThrow(id)
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { nextOrder } from '../../../kernel/sagas/saga-store.ts'
import { GIB } from '../../../kernel/values/bytes.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { Caller } from '../../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { settleAndCheck, made, createDetachedDisk, newDisk, newProject } from '../instance-fixtures.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

const ask = (verb: 'attach' | 'detach', instance: string, disk: string, caller = admin) =>
  caller.call(verb === 'attach' ? 'instance_disk_attach' : 'instance_disk_detach', {
    path: { instance },
    body: { disk },
  })
const state = async (disk: string) => (await admin.ok('disk_view', { path: { disk } })).state
const refused = { status: 400, body: { error_code: 'InvalidRequest' } }

describe('instance_disk_attach', () => {
  it('goes through attaching to attached, and is idempotent', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    const disk = await createDetachedDisk(server, project, 'disk')
    const step = server.hold('disk-attach/attach')
    const asked = ask('attach', id, 'disk')
    await step.reached
    expect(await state(disk.id)).toEqual({ state: 'attaching', instance: id })
    // A concurrent request for the same gets the same result.
    const again = ask('attach', id, disk.id)
    step.release()
    const attached = { state: 'attached', instance: id }
    for (const answer of await Promise.all([asked, again]))
      expect(answer).toMatchObject({ status: 202, body: { id: disk.id, name: 'disk', state: attached } })
    expect(await ask('attach', id, disk.id)).toMatchObject({ status: 202, body: { state: attached } })
  })

  it('waits for a disk that another request is creating', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    const step = server.hold('disk-create/volume')
    const making = createDetachedDisk(server, project, 'fresh')
    await step.reached
    const attaching = ask('attach', id, 'fresh')
    // It is retried after the disk is created, not refused.
    await expect.poll(() => server.plane.services.sagas.waiting).toBe(2)
    step.release()
    const attached = { state: 'attached', instance: id }
    expect(await attaching).toMatchObject({ status: 202, body: { id: (await making).id, state: attached } })
  })

  it('is refused when another request uses the disk for longer than it waits', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    const step = server.hold('disk-create/volume')
    const disk_source = { type: 'blank', block_size: 512 }
    const body = { name: 'slow', description: '', size: GIB, disk_source }
    const making = admin.ok('disk_create', { query: { project }, body })
    await step.reached
    const attaching = ask('attach', id, 'slow')
    await expect.poll(() => server.plane.services.sagas.waiting).toBe(2)
    await server.clock.advance(30_000)
    expect(await attaching).toMatchObject({
      status: 400,
      body: { message: 'disk "slow" is being created by another request: try again when that is done' },
    })
    expect((await making).state).toEqual({ state: 'creating' })
    step.release()
  })

  it('refuses a disk that is attached elsewhere, in another project, ready for import, or unknown', async () => {
    const project = await newProject(server)
    const far = await createDetachedDisk(server, await newProject(server), 'far')
    const { id } = await made(server, project, { disks: [newDisk('mine')], start: false })
    const other = await made(server, project, { start: false })
    expect(await ask('attach', other.id, 'mine')).toMatchObject(refused)
    expect(await ask('attach', id, far.id)).toMatchObject(refused)
    const member = await server.user({ projects: { [project]: 'collaborator' } })
    expect((await ask('attach', id, far.id, member)).status).toBe(404)
    expect((await ask('attach', id, 'absent')).status).toBe(404)
    expect((await ask('attach', id, randomId())).status).toBe(404)
    const imported = await admin.ok('disk_create', {
      query: { project },
      body: { name: 'import', description: '', size: GIB, disk_source: { type: 'importing_blocks', block_size: 512 } },
    })
    expect(await ask('attach', id, imported.id)).toMatchObject(refused)
    await server.settle()
    expect(await ask('attach', id, imported.id)).toMatchObject(refused)
  })

  it('takes at most twelve disks under concurrency', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, {
      disks: Array.from({ length: 11 }, (_, i) => newDisk(`disk-${i}`)),
      start: false,
    })
    for (const name of ['twelfth', 'thirteenth']) await createDetachedDisk(server, project, name)
    const answers = await Promise.all(['twelfth', 'thirteenth'].map((name) => ask('attach', id, name)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 400])
  })

  it('and instance_disk_detach are refused for a running instance, except as no-ops', async () => {
    const project = await newProject(server)
    const { id, boot_disk_id } = await made(server, project, { boot_disk: newDisk('boot') })
    await createDetachedDisk(server, project, 'loose')
    expect(await ask('attach', id, 'loose')).toMatchObject(refused)
    expect(await ask('detach', id, 'boot')).toMatchObject(refused)
    expect((await ask('attach', id, boot_disk_id)).status).toBe(202)
    expect((await ask('detach', id, 'loose')).status).toBe(202)
  })

  it('and instance_disk_detach need a project collaborator', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    const disk = await createDetachedDisk(server, project, 'disk')
    const viewer = await server.user({ projects: { [project]: 'viewer' } })
    for (const verb of ['attach', 'detach'] as const) {
      expect((await ask(verb, id, disk.id, await server.user())).status).toBe(404)
      expect((await ask(verb, id, disk.id, viewer)).status).toBe(403)
      expect((await ask(verb, randomId(), disk.id)).status).toBe(404)
      expect((await ask(verb, id, 'Not A Name')).status).toBe(400)
    }
  })
})

describe('instance_disk_detach', () => {
  it('goes through detaching to detached, and is idempotent', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { disks: [newDisk('disk')], start: false })
    const step = server.hold('disk-detach/detach')
    const asked = ask('detach', id, 'disk')
    await step.reached
    const again = ask('detach', id, 'disk')
    step.release()
    for (const answer of await Promise.all([asked, again]))
      expect(answer).toMatchObject({ status: 202, body: { state: { state: 'detached' } } })
    expect(await ask('detach', id, 'disk')).toMatchObject({ status: 202, body: { state: { state: 'detached' } } })
  })

  it('lets two users detach one disk concurrently', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { disks: [newDisk('disk')], start: false })
    const users = await Promise.all([1, 2].map(() => server.user({ projects: { [project]: 'collaborator' } })))
    const answers = await Promise.all(users.map((user) => ask('detach', id, 'disk', user)))
    for (const { status, body } of answers) expect([status, body.state.state]).toEqual([202, 'detached'])
    expect(await state(answers[0]!.body.id)).toEqual({ state: 'detached' })
  })

  it('refuses the boot disk, and disks of another instance', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { boot_disk: newDisk('boot'), start: false })
    const other = await made(server, project, { start: false })
    expect(await ask('detach', id, 'boot')).toMatchObject({ status: 409, body: { error_code: 'Conflict' } })
    expect(await ask('detach', other.id, 'boot')).toMatchObject(refused)
    await admin.ok('instance_update', { path: { instance: id }, body: { ncpus: 2, memory: 4 * GIB } })
    expect((await ask('detach', id, 'boot')).status).toBe(202)
  })
})

describe('An instance that is deleted', () => {
  it('releases a disk that was being attached or detached', async () => {
    const project = await newProject(server)
    for (const ms of [0, 50, 200, 400]) {
      const { id } = await made(server, project, { disks: [newDisk(`there-${ms}`)], start: false })
      const disk = await createDetachedDisk(server, project, `coming-${ms}`)
      await ask('attach', id, disk.id)
      const { body: going } = await ask('detach', id, `there-${ms}`)
      await server.clock.advance(ms)
      expect((await admin.call('instance_delete', { path: { instance: id } })).status).toBe(204)
      await server.settle()
      for (const left of [disk.id, going.id]) {
        expect(await state(left)).toEqual({ state: 'detached' })
        // The platform has detached it too.
        const order = await nextOrder(server.db)
        await server.plane.services.platform.volumes.ensureDetached(left, id, undefined, order)
        const next = await made(server, project, {
          disks: [{ type: 'attach', name: (await admin.ok('disk_view', { path: { disk: left } })).name }],
          start: false,
        })
        expect(await state(left)).toEqual({ state: 'attached', instance: next.id })
      }
    }
  })
})

describe('instance_disk_list', () => {
  it('pages through the disks of an instance', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { disks: [newDisk('a'), newDisk('b')], start: false })
    const first = await admin.ok('instance_disk_list', { path: { instance: id }, query: { limit: 1 } })
    expect(first.items).toMatchObject([{ name: 'a', state: { state: 'attached', instance: id } }])
    const second = await admin.ok('instance_disk_list', {
      path: { instance: id },
      query: { page_token: first.next_page },
    })
    expect(second).toMatchObject({ items: [{ name: 'b' }], next_page: null })
  })

  it('finds no disks of an unknown instance', async () => {
    const list = async (instance: string) => (await admin.call('instance_disk_list', { path: { instance } })).status
    expect([await list('nameless'), await list(randomId())]).toEqual([400, 404])
  })
})

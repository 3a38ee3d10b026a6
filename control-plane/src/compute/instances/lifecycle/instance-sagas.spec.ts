import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { conflict } from '../../../kernel/http/errors.ts'
import { type AnySaga, stepsOf } from '../../../kernel/sagas/saga-fixtures.ts'
import { PlatformError } from '../../../platform/interface/platform-error.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { instanceCreateSaga } from '../create/instance-create.saga.ts'
import { diskAttachSaga, diskDetachSaga } from '../disks/disk-attach.saga.ts'
import {
  create,
  settleAndCheck,
  made,
  createDetachedDisk,
  newDisk,
  newProject,
  runs,
  view,
} from '../instance-fixtures.ts'
import { instanceDeleteSaga } from './instance-delete.saga.ts'
import { instanceRebootSaga } from './instance-reboot.saga.ts'
import { instanceStartSaga } from './instance-start.saga.ts'
import { instanceStopSaga } from './instance-stop.saga.ts'

/** The step that fails at its next try. */
let failing: string | undefined
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    beforeStep(saga, step) {
      if (`${saga}/${step}` !== failing) return
      failing = undefined
      throw conflict(`${step} fails by request`)
    },
  })
})
afterAll(() => server.close())
afterEach(async () => {
  if (failing) throw new Error(`The step that was to fail never came: ${failing}`)
  await settleAndCheck(server)
})

const at = (instance: string) => ({ path: { instance } })
const stateOf = async (disk: string) => (await server.admin.ok('disk_view', { path: { disk } })).state
const fail = (saga: AnySaga, step: string) => {
  failing = `${saga.name}/${step}`
}
const storedIds = () => server.platform.inspect.storedIds()

describe('An instance whose creation fails', () => {
  const steps = stepsOf(instanceCreateSaga).filter((step) => step !== 'report')

  it.each(steps)('at step %s is deleted with all its parts', async (step) => {
    const project = await newProject(server)
    const old = await createDetachedDisk(server, project, 'old')
    const [before, known] = [(await server.admin.ok('utilization_view')).provisioned, storedIds()]
    fail(instanceCreateSaga, step)
    const { status, body } = await create(server.admin, project, {
      boot_disk: newDisk('new'),
      disks: [{ type: 'attach', name: 'old' }],
      external_ips: [{ type: 'ephemeral' }],
    })
    expect({ status, body }).toMatchObject({ status: 409, body: { message: `${step} fails by request` } })
    expect((await server.admin.ok('instance_list', { query: { project } })).items).toEqual([])
    expect((await server.admin.ok('disk_list', { query: { project } })).items).toMatchObject([{ name: 'old' }])
    expect(await stateOf(old.id)).toEqual({ state: 'detached' })
    expect((await server.admin.ok('utilization_view')).provisioned).toEqual(before)
    expect(storedIds().filter((id) => !known.includes(id))).toEqual([])
    expect(await server.db.selectFrom('external_ips').select('id').where('project_id', '=', project).execute()).toEqual(
      [],
    )
    // Its names and the old disk are free.
    const again = await made(server, project, { boot_disk: newDisk('new'), disks: [{ type: 'attach', name: 'old' }] })
    expect(again.run_state).toBe('running')
  })

  it('because of a faulted disk keeps that disk', async () => {
    const project = await newProject(server)
    const { id } = await createDetachedDisk(server, project, 'lost')
    const step = server.hold('instance-create/prepare')
    const creating = create(server.admin, project, { disks: [{ type: 'attach', name: 'lost' }], start: false })
    await step.reached
    server.platform.faults.inject({ kind: 'disk_fault', target: id })
    await expect.poll(() => stateOf(id)).toEqual({ state: 'faulted' })
    step.release()
    expect(await creating).toMatchObject({
      status: 409,
      body: { message: 'a disk of the instance was lost meanwhile' },
    })
    expect((await server.admin.ok('instance_list', { query: { project } })).items).toEqual([])
    expect(await stateOf(id)).toEqual({ state: 'faulted' })
  })
})

it('An instance whose creation fails is deleted once a disk that another request attaches to it is there', async () => {
  const project = await newProject(server)
  const disk = await createDetachedDisk(server, project, 'late')
  const preparing = server.hold('instance-create/prepare')
  const creating = create(server.admin, project, { start: false })
  await preparing.reached
  const { items } = await server.admin.ok('instance_list', { query: { project } })
  const attach = server.hold('disk-attach/attach')
  const attaching = server.admin.call('instance_disk_attach', { ...at(items[0].id), body: { disk: disk.id } })
  await attach.reached
  preparing.release(conflict('prepare fails by request'))
  await server.clock.advance(140_000)
  attach.release()
  expect((await attaching).status).toBe(202)
  await server.settle(10_000)
  expect((await server.admin.ok('instance_list', { query: { project } })).items).toEqual([])
  expect(await stateOf(disk.id)).toEqual({ state: 'detached' })
  await creating
})

/** Not restarted when time passes after a failure. */
const never = { auto_restart_policy: 'never' }

describe('A start that fails', () => {
  it.each(stepsOf(instanceStartSaga).filter((step) => step !== 'end unwanted'))(
    'at step %s leaves it failed, nothing running',
    async (step) => {
      const { id } = await made(server, await newProject(server), { start: false, ...never })
      fail(instanceStartSaga, step)
      await server.admin.ok('instance_start', at(id))
      await server.settle()
      expect((await view(server, id)).run_state).toBe('failed')
      expect(runs(server, id)).toBe(false)
    },
  )

  it('after it has ended leaves it running', async () => {
    const { id } = await made(server, await newProject(server), { start: false })
    fail(instanceStartSaga, 'end unwanted')
    await server.admin.ok('instance_start', at(id))
    await server.settle()
    expect((await view(server, id)).run_state).toBe('running')
    expect(runs(server, id)).toBe(true)
  })
})

describe('A reboot that fails', () => {
  it.each(stepsOf(instanceRebootSaga).filter((step) => step !== 'end unwanted'))(
    'at step %s leaves it failed, nothing running',
    async (step) => {
      const { id } = await made(server, await newProject(server), never)
      fail(instanceRebootSaga, step)
      await server.admin.ok('instance_reboot', at(id))
      await server.settle()
      expect((await view(server, id)).run_state).toBe('failed')
      expect(runs(server, id)).toBe(false)
    },
  )

  it('for lack of space leaves its machine running, and says so in its history', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, never)
    const { instances } = server.platform
    const { reboot } = instances
    instances.reboot = () => Promise.reject(new PlatformError('no-space', 'nothing is left'))
    await server.admin.ok('instance_reboot', at(id))
    await server.settle()
    instances.reboot = reboot
    expect((await view(server, id)).run_state).toBe('running')
    expect(runs(server, id)).toBe(true)
    const { items } = await server.admin.ok('project_history_list', { path: { project }, query: { target: id } })
    const refused = { operation: 'instance_not_rebooted', reason: expect.stringContaining('storage is full') }
    expect(items).toContainEqual(expect.objectContaining(refused))
  })
})

describe('What cannot be undone is retried:', () => {
  it.each(stepsOf(instanceStopSaga))('a stop at step %s', async (step) => {
    const { id } = await made(server, await newProject(server))
    fail(instanceStopSaga, step)
    await server.admin.ok('instance_stop', at(id))
    await server.settle()
    expect((await view(server, id)).run_state).toBe('stopped')
    expect(runs(server, id)).toBe(false)
  })

  it.each(stepsOf(instanceDeleteSaga))('a deletion at step %s', async (step) => {
    const project = await newProject(server)
    const { id, boot_disk_id } = await made(server, project, { boot_disk: newDisk('disk'), start: false })
    fail(instanceDeleteSaga, step)
    await server.admin.ok('instance_delete', at(id))
    await server.settle()
    expect(await stateOf(boot_disk_id)).toEqual({ state: 'detached' })
  })

  it.each(stepsOf(diskDetachSaga))('a detachment at step %s', async (step) => {
    const project = await newProject(server)
    const { id } = await made(server, project, { disks: [newDisk('disk')], start: false })
    fail(diskDetachSaga, step)
    const disk = await server.admin.ok('instance_disk_detach', { ...at(id), body: { disk: 'disk' } })
    await server.settle()
    expect(await stateOf(disk.id)).toEqual({ state: 'detached' })
  })
})

describe('An attachment that fails', () => {
  it.each(stepsOf(diskAttachSaga))('at step %s is refused, and leaves the disk detached', async (step) => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    const disk = await createDetachedDisk(server, project, 'disk')
    fail(diskAttachSaga, step)
    const answer = await server.admin.call('instance_disk_attach', { ...at(id), body: { disk: disk.id } })
    expect(answer).toMatchObject({ status: 409, body: { message: `${step} fails by request` } })
    expect(await stateOf(disk.id)).toEqual({ state: 'detached' })
  })
})

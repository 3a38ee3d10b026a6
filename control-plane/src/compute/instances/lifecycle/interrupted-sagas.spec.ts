import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createControlPlane } from '../../../control-plane.ts'
import { type AnySaga, stepsOf } from '../../../kernel/sagas/saga-fixtures.ts'
import { nextOrder } from '../../../kernel/sagas/saga-store.ts'
import type { SagaDefinition } from '../../../kernel/sagas/saga.ts'
import { silent } from '../../../kernel/telemetry/log.ts'
import { readMigrations } from '../../../node/postgres/migrations.ts'
import type { InstanceSpec } from '../../../platform/interface/instances.ts'
import { openTestPlatform } from '../../../platform/testing/open-test-platform.ts'
import { brokenInvariants } from '../../../testing/invariants.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { instanceCreateSaga } from '../create/instance-create.saga.ts'
import {
  injectFault,
  create,
  settleAndCheck,
  made,
  createDetachedDisk,
  newDisk,
  newProject,
  runs,
  until,
  view,
} from '../instance-fixtures.ts'
import { instanceRebootSaga } from './instance-reboot.saga.ts'
import { instanceSpec } from './instance-spec.ts'
import { instanceStartSaga } from './instance-start.saga.ts'
import { instanceStopSaga } from './instance-stop.saga.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

const at = (instance: string) => ({ path: { instance } })

describe('A saga that loses its resource between reading its row and calling the platform', () => {
  async function begin<D extends object>(saga: SagaDefinition<D>, data: D) {
    const { sagas } = server.plane.services
    await server.db.transaction().execute((tx) => sagas.begin(tx, saga, data, {}))
    sagas.wake()
    await server.settle()
  }
  const bootByHand = async (instance: string, spec?: InstanceSpec) => {
    spec ??= await instanceSpec(server.db, instance)
    const sled = await server.db.selectFrom('sleds').select('id').where('policy', '=', 'in_service').executeTakeFirst()
    const order = await nextOrder(server.db)
    const booting = server.platform.instances.start({ ...spec!, sledId: sled!.id }, undefined, order)
    await server.clock.advance(3000)
    await booting
    expect(runs(server, instance)).toBe(true)
  }

  it('ends the machine that it started', async () => {
    const { id } = await made(server, await newProject(server), { start: false })
    await bootByHand(id)
    await begin(instanceStartSaga, { instanceId: id })
    expect(runs(server, id)).toBe(false)
    expect((await view(server, id)).run_state).toBe('stopped')
  })

  it('deletes the machine of an instance that was deleted meanwhile', async () => {
    const { id } = await made(server, await newProject(server), { start: false })
    const spec = await instanceSpec(server.db, id)
    await server.admin.ok('instance_delete', at(id))
    await bootByHand(id, spec)
    await begin(instanceStartSaga, { instanceId: id })
    expect(server.platform.inspect.machine(id)).toBeUndefined()
  })

  it('detaches the disk that it attached', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project, { start: false })
    const disk = await createDetachedDisk(server, project, 'disk')
    const step = server.hold('disk-attach/attached')
    const attaching = server.admin.call('instance_disk_attach', { ...at(id), body: { disk: disk.id } })
    await step.reached
    // As if the disk had been faulted and then recovered.
    const free = { state: 'detached', instance_id: null, saga_id: null } as const
    await server.db.updateTable('disks').set(free).where('id', '=', disk.id).execute()
    step.release()
    expect((await attaching).status).toBe(409)
    // If it were still attached, the other could not attach it.
    const other = await made(server, project, { disks: [{ type: 'attach', name: 'disk' }] })
    expect(other.run_state).toBe('running')
  })
})

describe('A control plane that ends between any two steps', () => {
  /** The steps at which the first control plane ends, by operation. */
  const work: [string, AnySaga, (project: string) => Promise<string>, string][] = [
    ['creates', instanceCreateSaga, async (project) => createdIn(project), 'running'],
    [
      'starts',
      instanceStartSaga,
      async (project) => asked('instance_start', await made(server, project, { start: false })),
      'running',
    ],
    ['stops', instanceStopSaga, async (project) => asked('instance_stop', await made(server, project)), 'stopped'],
    [
      'reboots',
      instanceRebootSaga,
      async (project) => asked('instance_reboot', await made(server, project)),
      'running',
    ],
  ]
  const createdIn = async (project: string) =>
    (await create(server.admin, project, { boot_disk: newDisk('boot') })).body.id
  async function asked(operation: 'instance_start' | 'instance_stop' | 'instance_reboot', { id }: { id: string }) {
    await server.admin.ok(operation, at(id))
    return id
  }
  const cases = work.flatMap(([verb, saga, begin, end]) =>
    stepsOf(saga).map((step) => [verb, step, saga, begin, end] as const),
  )

  it.each(cases)(
    'while it %s an instance, before %s, leaves the rest to the next',
    async (_, step, saga, begin, end) => {
      const first = server
      let reached = false
      let ending: Promise<void> | undefined
      server = await startTestServer({
        beforeStep(name, at) {
          if (name !== saga.name || at !== step || reached) return
          reached = true
          ending = server.plane.services.sagas.stop()
          // The step does not run: its process has ended.
          throw new Error('The process has ended')
        },
      })
      try {
        const { db, clock, plane } = server
        const id = await begin(await newProject(server))
        await clock.advanceUntil(() => reached)
        await ending
        await plane.services.platform.close()

        const platform = openTestPlatform({ clock })
        const { passwords } = plane.services
        const second = await createControlPlane({ db, clock, log: silent, platform, passwords }, await readMigrations())
        await second.start()
        await clock.advanceUntil(async () => {
          await second.services.sagas.idle()
          return (await second.services.sagas.list()).length === 0
        })
        expect((await view(server, id)).run_state).toBe(end)
        expect(Boolean(platform.inspect.machine(id)?.run)).toBe(end === 'running')
        expect(await brokenInvariants(db)).toEqual([])
        await second.services.sagas.stop()
      } finally {
        await server.close()
        server = first
      }
    },
  )

  it('leaves a running machine as it was, and a migrating one running', async () => {
    const { id } = await made(server, await newProject(server))
    const moved = await made(server, await newProject(server))
    await injectFault(server, moved.id, 'instance_migrate')
    const before = await server.db
      .selectFrom('instances')
      .select(['time_booted', 'sled_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const platform = openTestPlatform({ clock: server.clock })
    const { db, clock, passwords } = server.plane.services
    const second = await createControlPlane({ db, clock, log: silent, platform, passwords }, await readMigrations())
    await second.start()
    await until(server, moved.id, 'running')
    expect(platform.inspect.machine(id)?.run).toMatchObject({ bootedAt: before.time_booted, sledId: before.sled_id })
    await second.services.sagas.stop()
  })
})

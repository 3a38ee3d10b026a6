import type { SystemIssue } from '@skerry/contract/fleet/issues.ts'
import type { AlertClassName } from '@skerry/contract/rules/alert-classes.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createDetachedDisk,
  made,
  newDisk,
  newProject,
  settleAndCheck,
  until,
  view,
} from '../compute/instances/instance-fixtures.ts'
import { CONFIRM_AFTER_MS } from '../fleet/inventory/unlisted-hardware.repo.ts'
import { GIB } from '../kernel/values/bytes.ts'
import { randomId } from '../kernel/values/uuid.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { applyEvent } from './apply-event.ts'
import { reconcileStorage, reconcileVpcs } from './storage.ts'

let server: TestServer
let project: string
let count = 0
beforeAll(async () => {
  server = await startTestServer()
  project = await newProject(server)
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

const signal = AbortSignal.timeout(600_000)
const ok: TestServer['admin']['ok'] = (...call) => server.admin.ok(...call)
const soon = (condition: () => Promise<boolean>) => server.clock.advanceUntil(condition)
const alerts = async (name: AlertClassName) =>
  (await server.db.selectFrom('alerts').select('data').where('class', '=', name).execute()).map(({ data }) => data)
const diskState = async (disk: string) => (await ok('disk_view', { path: { disk } })).state.state
const snapshotState = async (snapshot: string) => (await ok('snapshot_view', { path: { snapshot } })).state

/** A detached disk, a snapshot of it and an image of that. */
async function newStorage() {
  const name = `lost-${++count}`
  const { id: disk } = await createDetachedDisk(server, project, name)
  const { id: snapshot } = await ok('snapshot_create', { query: { project }, body: { name, description: '', disk } })
  const source = { type: 'snapshot', id: snapshot }
  const body = { name, description: '', os: 'o', version: 'v', source }
  const { id: image } = await ok('image_create', { query: { project }, body })
  return { disk, snapshot, image } as { disk: string; snapshot: string; image: string }
}
const diskFrom = (disk_source: object) =>
  server.admin.call('disk_create', {
    query: { project },
    body: { name: `copy-${++count}`, description: '', size: GIB, disk_source },
  })
const fromImage = (image_id: string) => diskFrom({ type: 'image', image_id })
const fromSnapshot = (snapshot_id: string) => diskFrom({ type: 'snapshot', snapshot_id })

describe('Reported by the platform:', () => {
  it('a sled that left is expunged, and its instances start elsewhere once their machines are over', async () => {
    const { id } = await made(server, project)
    const { sledId } = server.platform.inspect.machine(id)!.run!
    server.platform.lose.sled(sledId)
    await soon(async () => (await ok('sled_view', { path: { sled_id: sledId } })).policy.kind === 'expunged')
    expect(await alerts('sled.unreachable')).toEqual([{ sled_id: sledId }])
    expect((await view(server, id)).run_state).toBe('running')
    await until(server, id, 'failed')
    await until(server, id, 'running')
    expect(server.platform.inspect.machine(id)!.run!.sledId).not.toBe(sledId)
  })

  it('a physical disk that left is expunged', async () => {
    const [disk] = (await ok('physical_disk_list')).items.filter(
      ({ policy }: { policy: { kind: string } }) => policy.kind === 'in_service',
    )
    server.platform.lose.physicalDisk(disk.id)
    const policy = async () => (await ok('physical_disk_view', { path: { disk_id: disk.id } })).policy.kind
    await soon(async () => (await policy()) === 'expunged')
    expect(await alerts('physical_disk.failed')).toEqual([{ physical_disk_id: disk.id, sled_id: disk.sled_id }])
  })

  it('a lost volume, snapshot and image are faulted: they can only be deleted', async () => {
    const { disk, snapshot, image } = await newStorage()
    for (const id of [disk, snapshot, image]) await server.platform.lose.storage(id)
    await soon(async () => (await diskState(disk)) === 'faulted' && (await snapshotState(snapshot)) === 'faulted')
    await soon(async () => (await fromImage(image)).status === 400)
    expect(await fromImage(image)).toMatchObject({ body: { message: expect.stringMatching(/^the content of image/) } })
    expect((await fromSnapshot(snapshot)).status).toBe(400)
    for (const [operation, path] of [
      ['image_delete', { image }],
      ['snapshot_delete', { snapshot }],
      ['disk_delete', { disk }],
    ] as const)
      expect((await server.admin.call(operation, { path })).status).toBe(204)
  })

  it('a lost volume of a running instance is detached', async () => {
    const { id, boot_disk_id } = await made(server, project, { boot_disk: newDisk(`boot-${++count}`) })
    await server.platform.lose.storage(boot_disk_id)
    await soon(async () => (await diskState(boot_disk_id)) === 'faulted')
    expect((await view(server, id)).boot_disk_id).toBeNull()
  })

  it('a lost VPC is declared again', async () => {
    const vpc = await ok('vpc_view', { path: { vpc: 'default' }, query: { project } })
    const before = server.platform.inspect.vpc(vpc.id)!
    server.platform.lose.vpc(vpc.id)
    await soon(async () => server.platform.inspect.vpc(vpc.id) !== undefined)
    const { generation, ...after } = server.platform.inspect.vpc(vpc.id)!
    expect({ ...after, generation: before.generation }).toEqual(before)
    expect(generation).toBeGreaterThan(before.generation)
  })
})

describe('Found without an event:', () => {
  /** Leaves ids out of the platform's list of storage while `work` runs; all of them without `ids`. */
  async function unlisted(ids: readonly string[] | undefined, work: () => Promise<void>): Promise<void> {
    const { volumes } = server.platform
    const answer = volumes.list.bind(volumes)
    const kept = (all: readonly string[]) => (ids ? all.filter((id) => !ids.includes(id)) : [])
    volumes.list = async () => {
      const listed = await answer()
      return { volumes: kept(listed.volumes), snapshots: kept(listed.snapshots), images: kept(listed.images) }
    }
    await work().finally(() => (volumes.list = answer))
  }
  /** Runs the reconciliation and advances the clock until it is done. */
  const reconcile = async () => {
    let over = false
    const run = reconcileStorage(server.plane.services, signal).finally(() => (over = true))
    await soon(async () => over)
    await run
  }
  const reconcileTwice = async () => {
    await reconcile()
    await server.clock.advance(CONFIRM_AFTER_MS)
    await reconcile()
  }
  const stopped = async () => {
    const { issues }: { issues: SystemIssue[] } = await ok('system_issues_view')
    return issues.filter(({ kind, id }) => kind === 'reconciliation' && id === 'storage')
  }

  it('storage that two checks do not find is faulted', async () => {
    for (let i = 0; i < 6; i++) await newStorage()
    const { disk, snapshot, image } = await newStorage()
    await unlisted([disk, snapshot, image], async () => {
      await reconcile()
      expect(await diskState(disk)).toBe('detached')
      await server.clock.advance(CONFIRM_AFTER_MS)
      await reconcile()
    })
    expect([await diskState(disk), await snapshotState(snapshot)]).toEqual(['faulted', 'faulted'])
    expect((await fromImage(image)).status).toBe(400)
  })

  it('storage that is listed again stays as it is', async () => {
    const { disk } = await newStorage()
    await unlisted([disk], reconcile)
    await reconcile()
    await unlisted([disk], reconcile)
    await server.clock.advance(CONFIRM_AFTER_MS)
    await reconcile()
    expect(await diskState(disk)).toBe('detached')
  })

  it('nothing changes while more than a fifth is missing, unless an operator confirms it', async () => {
    const { disk, snapshot } = await newStorage()
    await unlisted(undefined, reconcileTwice)
    expect(await diskState(disk)).toBe('detached')
    expect(await stopped()).toMatchObject([{ severity: 'critical', name: 'Storage' }])
    await reconcile()
    expect(await stopped()).toEqual([])
    await unlisted(undefined, async () => {
      await reconcile()
      const request = new Request('http://localhost/_ops/storage/confirm-missing', { method: 'POST' })
      expect((await (await server.plane.ops(request)).json()).confirmed).toBeGreaterThan(2)
      await reconcile()
    })
    expect([await diskState(disk), await snapshotState(snapshot)]).toEqual(['faulted', 'faulted'])
  })

  it('what is there again is as before: its state, its instance and that it boots from it', async () => {
    for (let i = 0; i < 6; i++) await newStorage()
    const { snapshot, image } = await newStorage()
    const { id, boot_disk_id } = await made(server, project, { boot_disk: newDisk(`boot-${++count}`) })
    await unlisted([boot_disk_id, snapshot, image], reconcileTwice)
    expect([await diskState(boot_disk_id), await snapshotState(snapshot)]).toEqual(['faulted', 'faulted'])
    expect((await view(server, id)).boot_disk_id).toBeNull()
    await reconcile()
    expect([await diskState(boot_disk_id), await snapshotState(snapshot)]).toEqual(['attached', 'ready'])
    expect((await view(server, id)).boot_disk_id).toBe(boot_disk_id)
    expect((await fromImage(image)).status).toBe(201)
  })

  it('a disk that is there again is detached if its instance is gone', async () => {
    for (let i = 0; i < 6; i++) await newStorage()
    const { id, boot_disk_id } = await made(server, project, { boot_disk: newDisk(`boot-${++count}`) })
    await unlisted([boot_disk_id], reconcileTwice)
    await ok('instance_stop', { path: { instance: id } })
    await until(server, id, 'stopped')
    await ok('instance_delete', { path: { instance: id } })
    await server.settle()
    await reconcile()
    expect(await diskState(boot_disk_id)).toBe('detached')
    expect(server.platform.inspect.attachedTo(boot_disk_id)).toBeNull()
  })

  it('what is there again is so while too much else is missing', async () => {
    const others: string[] = []
    for (let i = 0; i < 6; i++) {
      const { disk, snapshot, image } = await newStorage()
      others.push(disk, snapshot, image)
    }
    const { disk } = await newStorage()
    await unlisted([disk], reconcileTwice)
    expect(await diskState(disk)).toBe('faulted')
    await unlisted(others, async () => {
      await reconcile()
      expect(await stopped()).toHaveLength(1)
      expect(await diskState(disk)).toBe('detached')
    })
    await reconcile()
  })

  it('what is reported as missing is faulted by the comparison alone', async () => {
    for (let i = 0; i < 6; i++) await newStorage()
    const { disk } = await newStorage()
    const event = { kind: 'volume-faulted', volumeId: disk, reason: 'It is missing', missing: true } as const
    const apply = () =>
      server.db
        .transaction()
        .execute((tx) => applyEvent(tx, server.plane.services, { ...event, id: randomId() }, server.clock.now()))
    expect(await apply()).toBe('applied')
    expect(await diskState(disk)).toBe('detached')
    await reconcile()
    expect(await diskState(disk)).toBe('detached')
    await apply()
    await unlisted([disk], async () => {
      await server.clock.advance(CONFIRM_AFTER_MS)
      await reconcile()
    })
    expect(await diskState(disk)).toBe('faulted')
  })

  it('a VPC is declared again', async () => {
    const vpc = await ok('vpc_view', { path: { vpc: 'default' }, query: { project } })
    const { networks } = server.platform
    const { generation } = server.platform.inspect.vpc(vpc.id)!
    const answer = networks.list.bind(networks)
    networks.list = async () => (await answer()).filter((id) => id !== vpc.id)
    await reconcileVpcs(server.plane.services, signal).finally(() => (networks.list = answer))
    await server.settle()
    expect(server.platform.inspect.vpc(vpc.id)!.generation).toBe(generation + 1)
    await reconcileVpcs(server.plane.services, signal)
    await server.settle()
    expect(server.platform.inspect.vpc(vpc.id)!.generation).toBe(generation + 1)
  })
})

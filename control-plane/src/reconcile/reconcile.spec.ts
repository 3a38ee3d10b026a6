import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { injectFault, made, newProject, settleAndCheck, until, view } from '../compute/instances/instance-fixtures.ts'
import { GIB } from '../kernel/values/bytes.ts'
import type { EventListener, Platform, PlatformEvent } from '../platform/interface/platform.ts'
import { HeldReads } from '../testing/held-reads.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { lockWaits } from '../testing/lock-waits.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { applyEvent } from './apply-event.ts'
import { reconcileMachines } from './machines.ts'
import { recordEvents } from './platform-events.repo.ts'
import { PlatformEvents } from './platform-events.ts'
import { restorePlatform } from './restore.ts'

let server: TestServer
let project: string
beforeAll(async () => {
  server = await startTestServer()
  project = await newProject(server)
})
afterAll(() => server.close())
afterEach(async () => {
  await settleAndCheck(server)
  const broken = await brokenInvariants(server.db)
  if (broken.length) throw new Error(broken.join(', '))
})

const services = () => server.plane.services
const rowOf = (id: string) =>
  server.db.selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = (subject: string) =>
  server.db.selectFrom('platform_events').selectAll().where('subject', '=', subject).orderBy('sequence').execute()
const inject = (target: string, kind: 'instance_fail' | 'instance_repair') => {
  const { faults } = server.platform
  faults.end(faults.inject({ kind, target }).id)
}
/** Runs the reconciliation and advances the clock until it is done. */
async function reconcile(): Promise<void> {
  let over = false
  const run = reconcileMachines(services(), AbortSignal.timeout(60_000)).finally(() => (over = true))
  await server.clock.advanceUntil(() => over)
  await run
}

describe('An event of the platform', () => {
  it('is retried until it succeeds, in order, without delaying other subjects', async () => {
    const [stuck, other] = [await made(server, project), await made(server, project)]
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      server.db,
    )
    await sql`create trigger refuse before update on instances for each row when (old.id = ${sql.lit(stuck.id)})
      execute function refuse()`.execute(server.db)
    inject(stuck.id, 'instance_repair')
    inject(other.id, 'instance_fail')
    await until(server, other.id, 'failed')
    const attempts = async () => (await eventsOf(stuck.id))[0]?.attempts ?? 0
    await server.clock.advanceUntil(async () => (await attempts()) > 1 && (await eventsOf(stuck.id)).length === 2)
    // Simulates a day of failures.
    await server.db.updateTable('platform_events').set({ attempts: 1500 }).where('attempts', '>', 1).execute()
    await server.clock.advanceUntil(async () => (await attempts()) > 1501, 1000)
    const waiting = await eventsOf(stuck.id)
    expect(waiting.map(({ event }) => event.kind)).toEqual(['instance-repairing', 'instance-repaired'])
    expect(waiting[0]?.error).toContain('refused')
    expect(waiting[1]?.attempts).toBe(0)
    await sql`drop trigger refuse on instances`.execute(server.db)
    await server.clock.advanceUntil(async () => (await eventsOf(stuck.id)).every((event) => event.time_applied))
    expect((await rowOf(stuck.id)).run_state).toBe('running')
  })

  it('that a process stored before it ended is applied by another', async () => {
    const { id } = await made(server, project)
    const { run_id } = await rowOf(id)
    const about = { id: crypto.randomUUID(), instanceId: id, runId: run_id! }
    await recordEvents(server.db, [{ kind: 'instance-stopped', ...about, reason: 'Powered off' }], server.clock.now())
    await until(server, id, 'stopped')
    expect((await rowOf(id)).intent).toBe('stopped')
    await reconcile()
  })

  it('of an ended run changes nothing', async () => {
    const { id } = await made(server, project)
    const about = { id: crypto.randomUUID(), instanceId: id, runId: 'an earlier one' }
    await recordEvents(server.db, [{ kind: 'instance-failed', ...about, reason: 'Long ago' }], server.clock.now())
    await server.clock.advanceUntil(async () => (await eventsOf(id)).every((event) => event.time_applied))
    expect((await view(server, id)).run_state).toBe('running')
  })

  it('that arrives while a saga starts the machine waits for the saga', async () => {
    const { id } = await made(server, project, { start: false })
    await server.admin.ok('instance_start', { path: { instance: id } })
    const about = { id: crypto.randomUUID(), instanceId: id, runId: 'an earlier one' }
    await recordEvents(server.db, [{ kind: 'instance-failed', ...about, reason: 'Early' }], server.clock.now())
    await server.clock.advance(2000)
    expect(await eventsOf(id)).toMatchObject([{ time_applied: null, attempts: 0 }])
    await until(server, id, 'running')
    await server.clock.advanceUntil(async () => (await eventsOf(id)).every((event) => event.time_applied))
    expect((await view(server, id)).run_state).toBe('running')
  })

  it('is applied once, even if two control planes receive it', async () => {
    const applied: string[] = []
    const counting = (...call: Parameters<typeof applyEvent>) => {
      applied.push(call[2].id)
      return applyEvent(...call)
    }
    const both = [new PlatformEvents(services(), counting), new PlatformEvents(services(), counting)]
    for (const each of both) each.start()
    const heard: PlatformEvent[] = []
    const unsubscribe = services().platform.subscribe(async (event) => void heard.push(event))
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await made(server, project)).id))
    for (const id of ids) inject(id, 'instance_fail')
    for (const id of ids) await until(server, id, 'failed')
    for (const each of both) await each.stop()
    unsubscribe()
    expect(heard).toHaveLength(4)
    for (const id of ids) expect(await eventsOf(id)).toHaveLength(1)
    expect(new Set(applied).size).toBe(applied.length)
  })

  it('is acknowledged to the platform once it is stored', async () => {
    let listener: EventListener | undefined
    const platform: Platform = Object.create(services().platform)
    platform.subscribe = (added) => {
      listener = added
      return () => {}
    }
    const events = new PlatformEvents({ ...services(), platform })
    events.start()
    const about = { id: crypto.randomUUID(), sledId: crypto.randomUUID() }
    const [locked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locking = server.db.transaction().execute(async (tx) => {
      await sql`lock table platform_events in share mode`.execute(tx)
      locked.resolve()
      await finish.promise
    })
    await locked.promise
    let isStored = false
    const acknowledged = listener!({ kind: 'sled-reachable', ...about }).then(() => (isStored = true))
    await expect.poll(() => lockWaits(server.db)).toBeGreaterThan(0)
    expect(isStored).toBe(false)
    finish.resolve()
    await Promise.all([locking, acknowledged])
    expect(await eventsOf(about.sledId)).toHaveLength(1)
    await events.stop()
  })

  it('is applied at once also when it is stored while a look for earlier ones ends', async () => {
    let listener: EventListener | undefined
    const platform: Platform = Object.create(services().platform)
    platform.subscribe = (added) => {
      listener = added
      return () => {}
    }
    const reads = new HeldReads()
    const events = new PlatformEvents({ ...services(), platform, db: server.db.withPlugin(reads) })
    events.start()
    await expect.poll(() => reads.waiting).toBe(1)
    const id = crypto.randomUUID()
    const stored = listener!({ kind: 'switch-link-down', id, portId: crypto.randomUUID() })
    await expect.poll(() => reads.waiting).toBe(2)
    reads.release(1)
    await stored
    reads.release()
    const isApplied = server.db
      .selectFrom('platform_events')
      .select('id')
      .where('id', '=', id)
      .where('time_applied', 'is not', null)
    await expect.poll(async () => (reads.releaseAll(), (await isApplied.execute()).length)).toBe(1)
    let isStopped = false
    void events.stop().then(() => (isStopped = true))
    await expect.poll(() => (reads.releaseAll(), isStopped)).toBe(true)
  })
})

describe('A migration', () => {
  it('takes its place on the other sled before it leaves its own', async () => {
    const { id } = await made(server, project)
    const before = (await rowOf(id)).sled_id
    await injectFault(server, id, 'instance_migrate')
    const { sled_id, migration_sled_id: target } = await rowOf(id)
    expect(sled_id).toBe(before)
    expect(target).not.toBe(before)
    expect(await brokenInvariants(server.db)).toEqual([])
    await until(server, id, 'running')
    expect(await rowOf(id)).toMatchObject({ sled_id: target, migration_sled_id: null })
  })

  it('releases both places when the machine fails meanwhile', async () => {
    const { id } = await made(server, project, { auto_restart_policy: 'never' })
    await injectFault(server, id, 'instance_migrate')
    inject(id, 'instance_fail')
    await until(server, id, 'failed')
    expect(await rowOf(id)).toMatchObject({ sled_id: null, migration_sled_id: null })
  })

  it('does not start when no sled has room or the groups forbid it', async () => {
    const { id } = await made(server, project)
    const { sled_id: own } = await rowOf(id)
    const stays = async () => {
      const { faults } = server.platform
      faults.end(faults.inject({ kind: 'instance_migrate', target: id }).id)
      await server.clock.advanceUntil(async () => (await eventsOf(id)).every((event) => event.time_applied))
      expect(await rowOf(id)).toMatchObject({ run_state: 'running', sled_id: own })
    }
    const others = server.db.updateTable('sleds').where('id', '!=', own)
    await others.set({ memory: sql`memory_provisioned + ${GIB}` }).execute()
    await stays()
    await server.db
      .updateTable('sleds')
      .set({ memory: 2 ** 40 })
      .execute()

    const members = [id]
    for (let i = 0; i < 3; i++) members.push((await made(server, project, { start: false })).id)
    await server.admin.ok('instance_stop', { path: { instance: id } })
    await until(server, id, 'stopped')
    const group = await server.admin.ok('anti_affinity_group_create', {
      query: { project },
      body: { name: 'apart', description: '', policy: 'fail', failure_domain: 'sled' },
    })
    for (const instance of members)
      await server.admin.ok('anti_affinity_group_member_instance_add', {
        path: { anti_affinity_group: group.id, instance },
      })
    for (const instance of members) await server.admin.ok('instance_start', { path: { instance } })
    for (const instance of members) await until(server, instance, 'running')
    const places = await Promise.all(members.map(async (member) => (await rowOf(member)).sled_id))
    expect(new Set(places).size).toBe(4)
    const { faults } = server.platform
    faults.end(faults.inject({ kind: 'instance_migrate', target: id }).id)
    await server.clock.advanceUntil(async () => (await eventsOf(id)).every((event) => event.time_applied))
    expect(await rowOf(id)).toMatchObject({ run_state: 'running', sled_id: places[0] })
  })
})

describe('The restoration of the platform', () => {
  it.each([1, 2])('ends at once with the server, also where call %i for the hardware is not answered', async (last) => {
    const { hardware } = server.platform
    const inventory = hardware.inventory.bind(hardware)
    const hanging = Promise.withResolvers<void>()
    let calls = 0
    hardware.inventory = (signal) => {
      if (++calls < last) return inventory(signal)
      hanging.resolve()
      return Promise.withResolvers<never>().promise
    }
    const abort = new AbortController()
    const restored = restorePlatform(services(), abort.signal).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    await hanging.promise
    abort.abort(new Error('stopping'))
    expect(await restored).toBe('stopping')
    hardware.inventory = inventory
  })
})

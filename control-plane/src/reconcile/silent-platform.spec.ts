import type { SystemIssue } from '@skerry/contract/fleet/issues.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../clock/clock.ts'
import { createControlPlane } from '../control-plane.ts'
import { silent } from '../kernel/telemetry/log.ts'
import { GIB } from '../kernel/values/bytes.ts'
import { readMigrations } from '../node/postgres/migrations.ts'
import { openTestPlatform, type TestHardware } from '../platform/testing/open-test-platform.ts'
import { PEER } from '../testing/caller.ts'
import { silence } from '../testing/silence.ts'
import { testDatabase } from '../testing/test-database.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { WorkInFlight } from '../testing/work-in-flight.ts'

/** The server while platform calls hang: they neither resolve nor reject, even if aborted. */

let server: TestServer
const silenced: { release(): void }[] = []
beforeEach(async () => {
  server = await startTestServer({ hardware: { expungedSleds: 0, uninitializedSleds: 0 } })
})
afterEach(async () => {
  for (const each of silenced.splice(0)) each.release()
  await server.close()
})

const hang: typeof silence = (...what) => {
  const made = silence(...what)
  silenced.push(made)
  return made
}
const issues = async (): Promise<SystemIssue[]> => (await server.admin.ok('system_issues_view')).issues
/** Advances the clock until the answer: the request waits for the platform and not for a saga. */
async function answered<T>(request: Promise<T>, withinMs: number): Promise<T> {
  let over = false
  const done = request.finally(() => (over = true))
  await server.clock.advanceUntil(() => over, 100, withinMs)
  return done
}

/** A control plane on an empty database, before its first start. */
async function otherPlane(hardware: TestHardware = {}) {
  const { db, drop } = await testDatabase()
  const clock = new ManualClock(undefined, new WorkInFlight(db).settled)
  const platform = openTestPlatform({ clock, hardware })
  const passwords = { hash: async (password: string) => password, verify: async () => false }
  const plane = await createControlPlane({ db, clock, log: silent, platform, passwords }, readMigrations())
  return {
    plane,
    clock,
    platform,
    async [Symbol.asyncDispose]() {
      await plane.stop()
      await drop()
    },
  }
}

it('a request that needs the platform gets 503 after a few seconds', async () => {
  hang(server.platform.systemNetwork, 'bgpSessions')
  const { status } = await answered(server.admin.call('networking_bgp_status'), 6_000)
  expect(status).toBe(503)
})

it('a task that hangs blocks no other, and is retried', async () => {
  const hung = hang(server.platform.instances, 'list')
  const before = server.clock.now()
  await server.clock.advance(15 * 60_000)
  const tasks = server.plane.services.report.tasks()
  const late = tasks.filter(
    ({ name, every_ms, time_last_run }) =>
      name !== 'machine-reconciliation' &&
      every_ms < 15 * 60_000 &&
      (time_last_run?.getTime() ?? 0) < server.clock.now().getTime() - 2 * every_ms,
  )
  expect(late).toEqual([])
  const reconciliation = tasks.find(({ name }) => name === 'machine-reconciliation')
  expect(reconciliation).toMatchObject({ outcome: 'failed', running: false })
  expect(reconciliation!.failing_since!.getTime()).toBeGreaterThan(before.getTime())
  expect(hung.calls).toBe(2)
  await server.clock.advance(60_000)
  expect(await issues()).toMatchObject([
    { kind: 'task', name: 'machine-reconciliation', severity: 'warning' },
    { kind: 'platform', name: 'instances.list', severity: 'critical' },
  ])
  hung.release()
  await server.clock.advance(3_600_000)
  expect(await issues()).toEqual([])
})

it('the issues are listed without those from the platform', async () => {
  hang(server.platform.hardware, 'inventory')
  const { issues: found } = await answered(server.admin.ok('system_issues_view'), 6_000)
  expect(found).toMatchObject([{ kind: 'platform', name: 'hardware.inventory' }])
})

it('a server whose platform does not answer starts, reports it, and continues when it answers', async () => {
  await using other = await otherPlane()
  const { plane, clock, platform } = other
  await plane.bootstrap({ adminPassword: 'correct horse', demo: false })
  const hung = hang(platform, 'restore')
  const starting = plane.start()
  await expect.poll(() => hung.calls).toBe(1)
  await clock.advance(11_000)
  await starting
  expect(await plane.failing()).toEqual({ platform: 'has not answered yet' })
  expect((await plane.fetch(new Request('http://localhost/v1/ping'), PEER)).status).toBe(200)
  expect(plane.services.report.tasks().map(({ time_next_run }) => time_next_run !== null)).toContain(true)
  await clock.advance(10 * 60_000)
  expect(Object.keys(await plane.failing())).toEqual(['platform'])
  hung.release()
  await clock.advanceUntil(async () => Object.keys(await plane.failing()).length === 0, 10_000, 2 * 3_600_000)
})

it('the first start with a platform that does not answer makes the silo, which gets its quota later', async () => {
  await using other = await otherPlane()
  const { plane, clock, platform } = other
  const quota = () =>
    plane.services.db.selectFrom('quotas').select(['cpus', 'memory', 'storage']).executeTakeFirstOrThrow()
  const hung = hang(platform.hardware, 'inventory')
  const first = plane.bootstrap({ adminPassword: 'correct horse', demo: false })
  await expect.poll(() => hung.calls).toBe(1)
  await clock.advance(6_000)
  await first
  const starting = plane.start()
  await expect.poll(() => hung.calls).toBe(2)
  await clock.advance(11_000)
  await starting
  expect(await quota()).toEqual({ cpus: 0, memory: 0, storage: 0 })
  expect(plane.services.report.unanswered()).toMatchObject([{ kind: 'hardware.inventory' }])
  hung.release()
  await clock.advanceUntil(async () => Object.keys(await plane.failing()).length === 0, 10_000, 2 * 3_600_000)
  const { sleds } = await platform.hardware.inventory()
  const threads = sleds.filter((sled) => !sled.expunged).reduce((sum, sled) => sum + sled.hardwareThreads, 0)
  expect(threads).toBeGreaterThan(0)
  await clock.advanceUntil(async () => Number((await quota()).cpus) === threads, 10_000)
})

it('events are applied while the hardware cannot be read, which is asked for once meanwhile, and the server stops', async () => {
  await using other = await otherPlane({ sleds: 2, storageBytesPerSled: 512 * GIB })
  const { plane, platform } = other
  await plane.bootstrap({ adminPassword: 'correct horse', demo: false })
  await plane.start()
  const sleds = plane.services.db.selectFrom('sleds').where('policy', '=', 'in_service')
  const full = async () => (await sleds.select('storage_full').execute()).map(({ storage_full }) => storage_full)
  expect((await full()).length).toBeGreaterThan(1)
  const hung = hang(platform.hardware, 'inventory')
  const fault = platform.faults.inject({ kind: 'sled_storage_full', target: '*' })
  await expect.poll(full).not.toContain(false)
  platform.faults.end(fault.id)
  await expect.poll(full).not.toContain(true)
  expect(hung.calls).toBe(1)
})

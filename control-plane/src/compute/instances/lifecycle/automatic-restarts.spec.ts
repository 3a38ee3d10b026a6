import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Log, LogFields } from '../../../kernel/telemetry/log.ts'
import type { Caller } from '../../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { injectFault, create, settleAndCheck, made, newProject, until, view } from '../instance-fixtures.ts'
import { capacityOn } from './capacity-fixtures.ts'

let server: TestServer
let admin: Caller
const logged: (LogFields & { message: string })[] = []
const log: Log = (_, message, fields) => logged.push({ message, ...fields })
beforeAll(async () => {
  server = await startTestServer({ log })
  admin = server.admin
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

const at = (instance: string) => ({ path: { instance } })
const { setQuota, reset } = capacityOn(() => ({ server }))
beforeEach(reset)

describe('An automatic restart', () => {
  /** The number of these instances in a state. */
  async function count(ids: string[], state: 'failed' | 'running'): Promise<number> {
    const all = server.db.selectFrom('instances').select('id').where('id', 'in', ids)
    return (await all.where('run_state', '=', state).execute()).length
  }

  const HOUR = 3_600_000
  const ms = (text: string) => Date.parse(text)

  it('runs within a minute of a failure, and again after an hour at the earliest', async () => {
    const { id } = await made(server, await newProject(server))
    await injectFault(server, id, 'instance_fail')
    const failed = await view(server, id)
    expect(failed).toMatchObject({ time_last_auto_restarted: null, auto_restart_cooldown_expiration: null })
    await until(server, id, 'running')
    const restarted = await view(server, id)
    const time = ms(restarted.time_last_auto_restarted)
    expect(time - ms(failed.time_run_state_updated)).toBeLessThanOrEqual(60_000)
    expect(ms(restarted.auto_restart_cooldown_expiration) - time).toBe(HOUR)

    await injectFault(server, id, 'instance_fail')
    await server.clock.advance(time + HOUR - 1000 - server.clock.now().getTime())
    await server.settle()
    expect((await view(server, id)).run_state).toBe('failed')
    await server.clock.advanceUntil(async () => (await view(server, id)).run_state === 'running', 1000, 2 * HOUR)
    expect(ms((await view(server, id)).time_last_auto_restarted)).toBeGreaterThanOrEqual(time + HOUR)
  })

  it('does not run when the policy forbids it or the user stopped the instance', async () => {
    const project = await newProject(server)
    const never = await made(server, project, { auto_restart_policy: 'never' })
    const halted = await made(server, project)
    expect(never.auto_restart_enabled).toBe(false)
    await injectFault(server, never.id, 'instance_fail')
    await injectFault(server, halted.id, 'instance_fail')
    await admin.ok('instance_stop', at(halted.id))
    await server.clock.advance(180_000)
    await server.settle()
    expect((await view(server, never.id)).run_state).toBe('failed')
    expect((await view(server, halted.id)).run_state).toBe('stopped')
  })

  it('waits for capacity without a new cooldown', async () => {
    const { id } = await made(server, await newProject(server))
    await setQuota({ cpus: 0 })
    await injectFault(server, id, 'instance_fail')
    await server.clock.advance(180_000)
    expect(await view(server, id)).toMatchObject({ run_state: 'failed', time_last_auto_restarted: null })
    await setQuota({ cpus: 2 })
    await until(server, id, 'running')
  })

  it('is tried for at most 16 per run, with growing pauses while there is no capacity', async () => {
    const project = await newProject(server)
    const ids: string[] = []
    for (let i = 0; i < 18; i++)
      ids.push((await create(admin, project, { network_interfaces: { type: 'none' } })).body.id)
    await server.settle()
    await setQuota({ cpus: 0 })
    logged.length = 0
    server.platform.faults.inject({ kind: 'instance_fail', target: '*', for: 1 })
    const tries = () =>
      logged
        .filter(({ message }) => message === 'failed instance could not be restarted')
        .map((each) => each.instance_id)
    await expect.poll(() => count(ids, 'failed')).toBe(18)
    await server.clock.advanceUntil(() => tries().length > 0, 1000)
    await expect.poll(() => tries().length).toBe(16)
    await server.clock.advance(20_000)
    expect(tries()).toHaveLength(16)
    await server.clock.advanceUntil(() => new Set(tries()).size === 18, 1000)
    await server.clock.advanceUntil(() => tries().filter((id) => id === ids[0]).length === 4, 5000, HOUR)
    const before = tries().length
    const since = server.clock.now().getTime()
    await server.clock.advanceUntil(() => server.clock.now().getTime() > since + HOUR / 2, 10_000, HOUR)
    // At most 15 minutes apart: two or three tries each, where one per minute would be thirty.
    expect(tries().length - before).toBeLessThanOrEqual(18 * 5)
  })

  it('takes at most 16 per run', async () => {
    const project = await newProject(server)
    const ids: string[] = []
    for (let i = 0; i < 18; i++)
      ids.push((await create(admin, project, { network_interfaces: { type: 'none' } })).body.id)
    await server.settle()
    server.platform.faults.inject({ kind: 'instance_fail', target: '*', for: 1 })
    await expect.poll(() => count(ids, 'failed')).toBe(18)
    await server.clock.advanceUntil(async () => (await count(ids, 'failed')) < 18)
    await expect.poll(() => count(ids, 'failed')).toBe(2)
    await server.settle()
    expect([await count(ids, 'failed'), await count(ids, 'running')]).toEqual([2, 16])
    await server.clock.advanceUntil(async () => (await count(ids, 'running')) === 18)
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { Caller } from '../../../testing/caller.ts'
import { brokenInvariants } from '../../../testing/invariants.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { injectFault, settleAndCheck, made, newProject, runs, until, view } from '../instance-fixtures.ts'
import { instanceIn } from './instance-state-fixtures.ts'

let server: TestServer
let admin: Caller
let project: string
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
  project = await newProject(server)
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

const at = (instance: string) => ({ path: { instance } })

it.each(['instance_start', 'instance_stop', 'instance_power_off', 'instance_reboot'] as const)(
  '%s finds no unknown instance',
  async (operation) => {
    expect((await admin.call(operation, at(randomId()))).status).toBe(404)
    expect((await admin.call(operation, at('nameless'))).status).toBe(400)
  },
)

describe('instance_start', () => {
  it('goes through starting to running, and records the time', async () => {
    const { id } = await made(server, project, { start: false })
    const asked = server.clock.now()
    const answer = await admin.call('instance_start', at(id))
    expect(answer).toMatchObject({ status: 202, body: { run_state: 'starting' } })
    expect(Date.parse(answer.body.time_run_state_updated)).toBe(asked.getTime())
    await until(server, id, 'running')
    const { time_run_state_updated, time_modified } = await view(server, id)
    expect(Date.parse(time_run_state_updated) - asked.getTime()).toBeGreaterThanOrEqual(3000)
    expect(time_modified).toBe(time_run_state_updated)
  })

  it('leaves an instance that the platform cannot start failed, without CPUs and placement', async () => {
    const { id } = await made(server, project, { start: false })
    const fault = server.platform.faults.inject({ kind: 'start_fail', target: id })
    await admin.ok('instance_start', at(id))
    await until(server, id, 'failed')
    expect(await brokenInvariants(server.db)).toEqual([])
    server.platform.faults.end(fault.id)
    await admin.ok('instance_start', at(id))
    await until(server, id, 'running')
  })
})

describe('instance_stop', () => {
  async function placeOf(id: string): Promise<string | null> {
    const row = await server.db.selectFrom('instances').select('sled_id').where('id', '=', id).executeTakeFirstOrThrow()
    return row.sled_id
  }

  it('releases CPUs, memory and placement after the machine has ended', async () => {
    const { id } = await made(server, project)
    // Compared with the instances that count: others of the silo start and stop meanwhile.
    expect(await brokenInvariants(server.db)).toEqual([])
    expect((await admin.call('instance_stop', at(id))).body.run_state).toBe('stopping')
    expect(await brokenInvariants(server.db)).toEqual([])
    expect(await placeOf(id)).not.toBeNull()
    await until(server, id, 'stopped')
    expect(await brokenInvariants(server.db)).toEqual([])
    expect(await placeOf(id)).toBeNull()
  })

  it('overtakes a start at any time: the machine does not run afterwards', async () => {
    const { id } = await made(server, project, { start: false })
    for (const ms of [0, 1, 100, 1500, 2900, 3000, 3100]) {
      await admin.ok('instance_start', at(id))
      await server.clock.advance(ms)
      await admin.ok('instance_stop', at(id))
      await server.settle()
      expect((await view(server, id)).run_state).toBe('stopped')
      expect(runs(server, id)).toBe(false)
    }
  })

  it('overtakes a reboot', async () => {
    const { id } = await made(server, project)
    await admin.ok('instance_reboot', at(id))
    await server.clock.advance(100)
    await admin.ok('instance_stop', at(id))
    await server.settle()
    expect((await view(server, id)).run_state).toBe('stopped')
    expect(runs(server, id)).toBe(false)
  })

  it('and a start right after it lead to a running machine', async () => {
    const { id } = await made(server, project)
    await admin.ok('instance_stop', at(id))
    await until(server, id, 'stopped')
    await admin.ok('instance_start', at(id))
    await server.settle()
    expect((await view(server, id)).run_state).toBe('running')
    expect(runs(server, id)).toBe(true)
  })
})

describe('instance_power_off', () => {
  it.each(['stopping', 'rebooting', 'running'] as const)('ends the machine of a %s instance at once', async (state) => {
    const { id } = await instanceIn(server, project, state)
    const asked = server.clock.now()
    await admin.ok('instance_power_off', at(id))
    await until(server, id, 'stopped')
    expect(server.clock.now().getTime() - asked.getTime()).toBeLessThan(1000)
    expect(runs(server, id)).toBe(false)
    // The next stop gives the guest its time again.
    await admin.ok('instance_start', at(id))
    await until(server, id, 'running')
    const stopped = server.clock.now()
    await admin.ok('instance_stop', at(id))
    await until(server, id, 'stopped')
    expect(server.clock.now().getTime() - stopped.getTime()).toBeGreaterThan(1000)
  })
})

describe('instance_reboot', () => {
  it('goes through rebooting to running, in a new run of the machine', async () => {
    const { id } = await made(server, project)
    const booted = async () =>
      (await server.db.selectFrom('instances').select('time_booted').where('id', '=', id).executeTakeFirstOrThrow())
        .time_booted!
    const before = await booted()
    expect((await admin.call('instance_reboot', at(id))).body.run_state).toBe('rebooting')
    await until(server, id, 'running')
    expect((await booted()) > before).toBe(true)
  })

  it('leaves an instance whose machine fails meanwhile failed', async () => {
    const { id } = await made(server, project, { auto_restart_policy: 'never' })
    await admin.ok('instance_reboot', at(id))
    await server.clock.advance(100)
    await injectFault(server, id, 'instance_fail')
    await server.settle()
    expect((await view(server, id)).run_state).toBe('failed')
  })
})

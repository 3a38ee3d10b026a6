import { type InstanceState, instanceStates } from '@skerry/contract/rules/instances.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../../kernel/values/bytes.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { Answer, Caller } from '../../../testing/caller.ts'
import { brokenInvariants } from '../../../testing/invariants.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { injectFault, create, settleAndCheck, made, newDisk, newProject, until, view } from '../instance-fixtures.ts'

let server: TestServer
let admin: Caller
let project: string
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
  project = await newProject(server)
  await admin.ok('affinity_group_create', {
    query: { project },
    body: { name: 'group', description: '', policy: 'allow', failure_domain: 'sled' },
  })
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

interface Subject {
  id: string
  run_state: InstanceState
  boot_disk_id: string
  data: string
  release(): Promise<void>
}
let count = 0
const at = (instance: string) => ({ path: { instance } })

const arrivals: Record<Exclude<InstanceState, 'destroyed'>, (id: string) => Promise<unknown>> = {
  creating: async () => {},
  starting: (id) => admin.ok('instance_start', at(id)),
  running: (id) => until(server, id, 'running'),
  stopping: (id) => admin.ok('instance_stop', at(id)),
  stopped: (id) => until(server, id, 'stopped'),
  rebooting: (id) => admin.ok('instance_reboot', at(id)),
  migrating: (id) => injectFault(server, id, 'instance_migrate'),
  repairing: (id) => injectFault(server, id, 'instance_repair'),
  failed: (id) => injectFault(server, id, 'instance_fail'),
}
const states = instanceStates.filter((state) => state !== 'destroyed')
const fromStopped: readonly InstanceState[] = ['starting', 'stopped']

/** An instance with a boot disk and a data disk, in the given state; `creating` lasts until `release`. */
async function subject(state: Exclude<InstanceState, 'destroyed'>): Promise<Subject> {
  const [data, name] = [`data-${++count}`, `subject-${count}`]
  const step = state === 'creating' ? server.hold('instance-create/prepare') : undefined
  const creating = create(admin, project, {
    name,
    boot_disk: newDisk(`boot-${count}`),
    disks: [newDisk(data)],
    start: !fromStopped.includes(state),
    // One that is failed stays so while time passes.
    auto_restart_policy: 'never',
  })
  if (step) {
    await step.reached
    const found = await admin.ok('instance_view', { path: { instance: name }, query: { project } })
    const release = async () => {
      step.release()
      await creating
    }
    return { ...found, data, release }
  }
  const { body } = await creating
  await server.settle()
  await arrivals[state](body.id)
  return { ...(await view(server, body.id)), data, release: async () => {} }
}

/** The requests to an instance with their statuses by state; `else` for all other states. */
interface Action {
  ask(subject: Subject): Promise<Answer>
  /** Accepted with an effect. */
  accepts: InstanceState[]
  noOp?: InstanceState[]
  else: number
}
const member = (subject: Subject) => ({ path: { affinity_group: 'group', instance: subject.id } })
const actions: Record<string, Action> = {
  start: {
    ask: ({ id }) => admin.call('instance_start', at(id)),
    accepts: ['stopped', 'failed'],
    noOp: ['starting', 'running', 'rebooting', 'migrating'],
    else: 409,
  },
  stop: {
    ask: ({ id }) => admin.call('instance_stop', at(id)),
    accepts: ['running', 'starting', 'rebooting', 'failed'],
    noOp: ['stopping', 'stopped'],
    else: 400,
  },
  'power off': {
    ask: ({ id }) => admin.call('instance_power_off', at(id)),
    accepts: ['running', 'starting', 'rebooting', 'stopping', 'failed'],
    noOp: ['stopped'],
    else: 400,
  },
  reboot: {
    ask: ({ id }) => admin.call('instance_reboot', at(id)),
    accepts: ['running'],
    noOp: ['rebooting'],
    else: 400,
  },
  delete: { ask: ({ id }) => admin.call('instance_delete', at(id)), accepts: ['stopped', 'failed'], else: 400 },
  resize: {
    ask: ({ id, boot_disk_id: boot_disk }) =>
      admin.call('instance_update', { ...at(id), body: { ncpus: 3, memory: 5 * GIB, boot_disk } }),
    accepts: ['stopped', 'failed', 'creating'],
    else: 409,
  },
  'unset the boot disk': {
    ask: ({ id }) => admin.call('instance_update', { ...at(id), body: { ncpus: 2, memory: 4 * GIB } }),
    accepts: ['stopped', 'failed', 'creating'],
    else: 409,
  },
  'attach a disk': {
    ask: async ({ id }) => {
      const { id: disk } = await madeDiskNow()
      return admin.call('instance_disk_attach', { ...at(id), body: { disk } })
    },
    accepts: ['creating', 'stopped'],
    else: 400,
  },
  'join a group': {
    ask: (it) =>
      admin.call('affinity_group_member_instance_add', {
        path: { ...member(it).path, affinity_group: groupId },
      }),
    accepts: ['stopped', 'failed'],
    else: 400,
  },
  'read the serial console': {
    ask: ({ id }) => admin.call('instance_serial_console', { ...at(id), query: { most_recent: 10 } }),
    accepts: [],
    noOp: ['running', 'rebooting', 'migrating', 'repairing'],
    else: 400,
  },
}

let groupId = ''
beforeAll(async () => {
  groupId = (await admin.ok('affinity_group_view', { path: { affinity_group: 'group' }, query: { project } })).id
})

const madeDiskNow = () =>
  admin.ok('disk_create', {
    query: { project },
    body: { name: `loose-${++count}`, description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } },
  })

describe.each(states)('An instance that is %s', (state) => {
  const cases = Object.entries(actions)
  const refusals = cases.filter(([, action]) => !action.accepts.includes(state))
  const accepted = cases.filter(([, action]) => action.accepts.includes(state))

  it(`refuses ${refusals.filter(([, { noOp }]) => !noOp?.includes(state)).map(([name]) => name)}`, async () => {
    const it = await subject(state)
    expect(it.run_state).toBe(state)
    for (const [name, action] of refusals) {
      const { status, body } = await action.ask(it)
      const noOp = action.noOp?.includes(state)
      const wanted = noOp ? [200, 202] : [action.else]
      expect(wanted, `${name}: ${body.message}`).toContain(status)
      const code = noOp ? undefined : action.else === 409 ? 'Conflict' : 'InvalidRequest'
      expect(body.error_code, name).toBe(code)
      expect(noOp || /^Only an? .+ instance /.test(body.message), body.message).toBe(true)
      expect((await view(server, it.id)).run_state, name).toBe(state)
    }
    await it.release()
  })

  it.each(accepted)('can %s', async (_, action) => {
    const it = await subject(state)
    const { status, body } = await action.ask(it)
    await it.release()
    expect([200, 201, 202, 204], body.message).toContain(status)
  })
})

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

  it('checks the role of the caller', async () => {
    const { id } = await made(server, project, { start: false })
    const viewer = await server.user({ projects: { [project]: 'viewer' } })
    for (const operation of ['instance_start', 'instance_stop', 'instance_power_off', 'instance_reboot'] as const) {
      expect((await (await server.user()).call(operation, at(id))).status).toBe(404)
      expect((await viewer.call(operation, at(id))).status).toBe(403)
      expect((await admin.call(operation, at(randomId()))).status).toBe(404)
      expect((await admin.call(operation, at('nameless'))).status).toBe(400)
    }
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
      expect(runs(id)).toBe(false)
    }
  })

  it('overtakes a reboot', async () => {
    const { id } = await made(server, project)
    await admin.ok('instance_reboot', at(id))
    await server.clock.advance(100)
    await admin.ok('instance_stop', at(id))
    await server.settle()
    expect((await view(server, id)).run_state).toBe('stopped')
    expect(runs(id)).toBe(false)
  })

  it('and a start right after it lead to a running machine', async () => {
    const { id } = await made(server, project)
    await admin.ok('instance_stop', at(id))
    await until(server, id, 'stopped')
    await admin.ok('instance_start', at(id))
    await server.settle()
    expect((await view(server, id)).run_state).toBe('running')
    expect(runs(id)).toBe(true)
  })
})

describe('instance_power_off', () => {
  it.each(['stopping', 'rebooting', 'running'] as const)('ends the machine of a %s instance at once', async (state) => {
    const { id } = await subject(state)
    const asked = server.clock.now()
    await admin.ok('instance_power_off', at(id))
    await until(server, id, 'stopped')
    expect(server.clock.now().getTime() - asked.getTime()).toBeLessThan(1000)
    expect(runs(id)).toBe(false)
    // The next stop gives the guest its time again.
    await admin.ok('instance_start', at(id))
    await until(server, id, 'running')
    const stopped = server.clock.now()
    await admin.ok('instance_stop', at(id))
    await until(server, id, 'stopped')
    expect(server.clock.now().getTime() - stopped.getTime()).toBeGreaterThan(1000)
  })
})

const runs = (id: string) => Boolean(server.platform.inspect.machine(id)?.run)

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

import { type InstanceState, instanceStates } from '@skerry/contract/rules/instances.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../../kernel/values/bytes.ts'
import type { Answer, Caller } from '../../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { settleAndCheck, newProject, view } from '../instance-fixtures.ts'
import { instanceIn, type Subject } from './instance-state-fixtures.ts'

let server: TestServer
let admin: Caller
let project: string
let group: string
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
  project = await newProject(server)
  const body = { name: 'group', description: '', policy: 'allow', failure_domain: 'sled' }
  group = (await admin.ok('affinity_group_create', { query: { project }, body })).id
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

let count = 0
const at = (instance: string) => ({ path: { instance } })

const states = instanceStates.filter((state) => state !== 'destroyed')

/** The requests to an instance with their statuses by state; `else` for all other states. */
interface Action {
  ask(subject: Subject): Promise<Answer>
  /** Accepted with an effect. */
  accepts: InstanceState[]
  noOp?: InstanceState[]
  else: number
}
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
    ask: ({ id }) =>
      admin.call('affinity_group_member_instance_add', { path: { affinity_group: group, instance: id } }),
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
    const it = await instanceIn(server, project, state)
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
    const it = await instanceIn(server, project, state)
    const { status, body } = await action.ask(it)
    await it.release()
    expect([200, 201, 202, 204], body.message).toContain(status)
  })
})

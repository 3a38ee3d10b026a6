import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { GuestReport } from '../../../platform/interface/instances.ts'
import type { Caller } from '../../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { made, newProject, until } from '../instance-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const call = (caller: Caller, instance: string, query: Record<string, string> = {}) =>
  caller.call('instance_guest_view', { path: { instance }, query })

async function running() {
  const project = await newProject(server)
  const { id, name } = await made(server, project)
  await until(server, id, 'running')
  return { project, id, name }
}

const report: GuestReport = {
  agentVersion: '7.2.22',
  hostname: 'host',
  system: 'Debian GNU/Linux 12 (bookworm)',
  kernel: '6.1.0',
  interfaces: [{ name: 'eth0', mac: 'a8:40:25:f0:00:01', addresses: ['172.30.0.5', 'fe80::1'] }],
  fileSystems: [{ mountPoint: '/', type: 'ext4', totalBytes: 1024, usedBytes: null }],
}

it('is what the agent reports, and null without one', async () => {
  const { project, id, name } = await running()
  expect(await call(server.admin, id)).toMatchObject({ status: 200, body: { report: null } })
  server.platform.inspect.report(id, report)
  expect(await call(server.admin, name, { project })).toMatchObject({
    status: 200,
    body: {
      report: {
        agent_version: '7.2.22',
        hostname: 'host',
        system: 'Debian GNU/Linux 12 (bookworm)',
        kernel: '6.1.0',
        interfaces: [{ name: 'eth0', mac: 'a8:40:25:f0:00:01', addresses: ['172.30.0.5', 'fe80::1'] }],
        file_systems: [{ mount_point: '/', type: 'ext4', total: 1024, used: null }],
      },
    },
  })
})

it('finds no unknown instance', async () => {
  expect((await call(server.admin, randomId())).status).toBe(404)
  expect((await call(server.admin, 'no instance')).status).toBe(400)
})

it('needs a machine that runs', async () => {
  const project = await newProject(server)
  const { id } = await made(server, project, { start: false })
  expect(await call(server.admin, id)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('has a guest that reports') },
  })
})

it('answers 503 when the agent does not answer, or the machine has just ended', async () => {
  const { id } = await running()
  for (const kind of ['transient', 'gone'] as const) {
    server.platform.inspect.report(id, kind)
    expect(await call(server.admin, id)).toMatchObject({ status: 503, body: { error_code: 'ServiceNotAvailable' } })
  }
})

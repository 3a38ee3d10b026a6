import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GIB } from '../../kernel/values/bytes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { create, made, newProject, settleAndCheck, until, view } from './instance-fixtures.ts'

let server: TestServer
let project = ''
beforeAll(async () => {
  server = await startTestServer({ capabilities: { bios: false } })
  project = await newProject(server)
})
afterAll(() => server.close())
afterEach(() => settleAndCheck(server))

const at = (instance: string) => ({ path: { instance } })
const size = { ncpus: 2, memory: 4 * GIB }
const startedWith = (id: string) => server.platform.inspect.machine(id)?.spec.firmware

describe('The firmware of an instance', () => {
  it('is found at each start unless one is chosen', async () => {
    const { id, firmware } = await made(server, project)
    expect(firmware).toBe('auto')
    expect(startedWith(id)).toBe('auto')
    const chosen = await made(server, project, { firmware: 'efi' })
    expect(chosen.firmware).toBe('efi')
    expect(startedWith(chosen.id)).toBe('efi')
  })

  it('can be changed while the instance has no machine, and is kept by requests without it', async () => {
    const { id } = await made(server, project)
    const running = await server.admin.call('instance_update', { ...at(id), body: { ...size, firmware: 'efi' } })
    expect(running).toMatchObject({
      status: 409,
      body: { message: 'Only a stopped, failed or creating instance can have its firmware changed' },
    })
    await server.admin.ok('instance_stop', at(id))
    await until(server, id, 'stopped')
    await server.admin.ok('instance_update', { ...at(id), body: { ...size, firmware: 'efi' } })
    await server.admin.ok('instance_update', { ...at(id), body: size })
    expect((await view(server, id)).firmware).toBe('efi')
    await server.admin.ok('instance_start', at(id))
    await until(server, id, 'running')
    expect(startedWith(id)).toBe('efi')
    await server.admin.ok('instance_update', { ...at(id), body: { ...size, firmware: 'efi' } })
  })

  it('is refused where instances cannot have it', async () => {
    const message = 'cannot be bios: not on this platform: its instances have no BIOS'
    const refused = await create(server.admin, project, { firmware: 'bios' })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain(message)
    const { id } = await made(server, project, { start: false })
    const changed = await server.admin.call('instance_update', { ...at(id), body: { ...size, firmware: 'bios' } })
    expect(changed.status).toBe(400)
    expect(changed.body.message).toContain(message)
    expect((await create(server.admin, project, { firmware: 'uefi' })).status).toBe(400)
  })
})

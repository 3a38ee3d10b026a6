import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leastLargestTurn } from '../../../clock/largest-turn.ts'
import { answerText } from '../../../kernel/http/etag.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { Caller } from '../../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { injectFault, made, newProject, until } from '../instance-fixtures.ts'
import { joinSerialConsole, serialHistory } from './serial-console.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await startTestServer()
  admin = server.admin
})
afterAll(() => server.close())

type Session = ReturnType<typeof joinSerialConsole>

const refused = { status: 400, body: { error_code: 'InvalidRequest' } }
const history = (instance: string, query: object, caller = admin) =>
  caller.call('instance_serial_console', { path: { instance }, query: { ...query } })

describe('instance_serial_console', () => {
  it('returns the output from an offset on, or the last bytes', async () => {
    const { id } = await made(server, await newProject(server))
    const all = (await history(id, { from_start: 0 })).body
    expect(new TextDecoder().decode(new Uint8Array(all.data))).toContain('login:')
    expect(all.last_byte_offset).toBe(all.data.length)
    const some = (await history(id, { from_start: 10, max_bytes: 5 })).body
    expect(some).toEqual({ data: all.data.slice(10, 15), last_byte_offset: 15 })
    const last = (await history(id, { most_recent: 7 })).body
    expect(last).toEqual({ data: all.data.slice(-7), last_byte_offset: all.last_byte_offset })
    expect((await history(id, { from_start: all.last_byte_offset })).body.data).toEqual([])
  })

  it('returns a mebibyte in less than 4 MiB, and yields to the event loop', async () => {
    const { id } = await made(server, await newProject(server))
    server.platform.inspect.print(id, new Uint8Array(2 ** 20).fill(0xff))
    let text = ''
    const turn = await leastLargestTurn(50, async () => {
      const instance = { id, run_state: 'running' } as const
      text = answerText(await serialHistory(server.platform.instances.serial, instance, { most_recent: 2 ** 20 }))
    })
    expect(text.length).toBeLessThanOrEqual(4 * 2 ** 20)
    expect(JSON.parse(text).data.length).toBe(2 ** 20 - 64)
    expect(turn).toBeLessThan(50)
  })

  it('needs exactly one position, and an instance with a console', async () => {
    const project = await newProject(server)
    const { id } = await made(server, project)
    expect(await history(id, {})).toMatchObject(refused)
    expect(await history(id, { from_start: 0, most_recent: 1 })).toMatchObject(refused)
    expect((await history(id, { from_start: 'x' })).status).toBe(400)
    const stopped = await made(server, project, { start: false })
    expect(await history(stopped.id, { from_start: 0 })).toMatchObject(refused)
  })

  it('finds no unknown instance', async () => {
    expect((await history(randomId(), { from_start: 0 })).status).toBe(404)
  })
})

describe('joinSerialConsole', () => {
  /** A client that records its input; `session` is its end of the connection. */
  async function join(instance: { id: string; run_state: 'running' | 'stopped' }, mostRecent?: number) {
    const client = { text: '', closed: undefined as [number, string] | undefined }
    const session: Session = joinSerialConsole(server.platform.instances.serial, instance, mostRecent, {
      async send(bytes) {
        client.text += new TextDecoder().decode(bytes)
      },
      close(code, reason) {
        client.closed = [code, reason]
      },
    })
    await server.clock.advance(0)
    return Object.assign(client, { session })
  }
  const type = async (session: Session, text: string) => {
    session.receive(new TextEncoder().encode(text))
    await server.clock.advance(100)
  }

  it('replays the history, then streams output and input', async () => {
    const instance = await made(server, await newProject(server))
    const client = await join(instance)
    expect(client.text).toContain('login:')
    await type(client.session, 'root\r')
    await type(client.session, 'uptime\r')
    expect(client.text).toContain('uptime')
    const late = await join(instance, 5)
    expect(late.text).toBe(client.text.slice(-5))
    client.session.end()
    const before = client.text
    await type(late.session, 'help\r')
    expect(late.text).toContain('help')
    expect(client.text).toBe(before)
    late.session.end()
  })

  it('survives a reboot and closes with 1000 when the machine stops', async () => {
    const instance = await made(server, await newProject(server))
    const client = await join(instance, 0)
    await admin.ok('instance_reboot', { path: { instance: instance.id } })
    await until(server, instance.id, 'running')
    expect(client.text).toContain('login:')
    expect(client.closed).toBeUndefined()
    await admin.ok('instance_stop', { path: { instance: instance.id } })
    await until(server, instance.id, 'stopped')
    expect(client.closed?.[0]).toBe(1000)
  })

  it('closes with 1011 and the reason when the machine disappears or cannot be connected', async () => {
    const instance = await made(server, await newProject(server))
    const client = await join(instance, 0)
    await injectFault(server, instance.id, 'instance_fail')
    expect(client.closed).toEqual([1011, 'The machine failed'])
    const stopped = await join({ id: instance.id, run_state: 'stopped' })
    expect(stopped.closed).toEqual([
      1011,
      'Only a running, rebooting, migrating or repairing instance has a serial console',
    ])
    const vanished = await join({ id: instance.id, run_state: 'running' })
    expect(vanished.closed).toEqual([1011, 'The machine does not run'])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DuplexClient } from '../../../kernel/http/duplex.ts'
import { randomId } from '../../../kernel/values/uuid.ts'
import type { Caller } from '../../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../../testing/test-server.ts'
import { joinConsole } from '../console-session.ts'
import { made, newProject } from '../instance-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('instance_graphical_console_stream', () => {
  const call = (caller: Caller, instance: string) =>
    caller.call('instance_graphical_console_stream', { path: { instance } })

  it('is over a WebSocket', async () => {
    const { id } = await made(server, await newProject(server))
    expect(await call(server.admin, id)).toMatchObject({
      status: 400,
      body: { message: 'expected a WebSocket upgrade' },
    })
  })

  it('finds no unknown instance', async () => {
    expect((await call(server.admin, randomId())).status).toBe(404)
    expect((await call(server.admin, 'no instance')).status).toBe(400)
  })
})

describe('joinConsole', () => {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  const bytes = (value: string) => new TextEncoder().encode(value)

  /** A machine's end that the test controls, and a client that takes one piece at a time. */
  function join() {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const machine = { output: writable.getWriter(), input: [] as string[], closed: false }
    const taken: { bytes: string; take: () => void }[] = []
    const closed = Promise.withResolvers<[number, string]>()
    const client: DuplexClient = {
      send: (value) => new Promise((take) => void taken.push({ bytes: text(value), take })),
      close: (...how) => closed.resolve(how),
    }
    const stream = {
      output: readable,
      write: async (value: Uint8Array) => void machine.input.push(text(value)),
      close: () => void (machine.closed = true),
    }
    const session = joinConsole(Promise.resolve(stream), (value) => value, client)
    return { machine, taken, closed: closed.promise, session }
  }

  it('passes bytes both ways, and waits for a client that is slower than the machine', async () => {
    const { machine, taken, closed, session } = join()
    void machine.output.write(bytes('one'))
    void machine.output.write(bytes('two'))
    await expect.poll(() => taken.map((each) => each.bytes)).toEqual(['one'])
    await session.receive(bytes('key'))
    expect(machine.input).toEqual(['key'])
    expect(taken).toHaveLength(1)
    taken[0]!.take()
    await expect.poll(() => taken.map((each) => each.bytes)).toEqual(['one', 'two'])
    taken[1]!.take()
    await machine.output.close()
    expect(await closed).toEqual([1000, 'the instance stopped'])
  })

  it('closes with 1011 and the reason when the machine fails, and leaves the machine with the client', async () => {
    const failed = join()
    await failed.machine.output.abort(new Error('The display does not answer'))
    expect(await failed.closed).toEqual([1011, 'The display does not answer'])
    const left = join()
    left.session.end()
    await expect.poll(() => left.machine.closed).toBe(true)
  })
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ManualClock } from '../../clock/clock.ts'
import { AddressSet } from './address-set.ts'
import { type Answer, listen, type ListenOptions } from './http.ts'
import { TrustedProxies } from './trusted-proxies.ts'

/** Answers once it is released. */
function held() {
  const released = Promise.withResolvers<void>()
  return { release: released.resolve, answer: () => released.promise.then(() => new Response('done')) }
}

test('a running request is answered, a new one is turned away', async () => {
  const { answer, release } = held()
  const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', answer)
  const address = `http://127.0.0.1:${listener.port}`
  const running = fetch(address)
  await new Promise((resolve) => listener.server.once('request', resolve))
  const closed = listener.close(10_000)
  await expect(fetch(address, { headers: { connection: 'close' } })).rejects.toThrow('fetch failed')
  release()
  expect(await (await running).text()).toBe('done')
  await closed
})

test('a connection that was opened ahead of a request does not hold up the end', async () => {
  const { answer, release } = held()
  const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', answer)
  const early = connect(listener.port, '127.0.0.1')
  await once(listener.server, 'connection')
  const running = fetch(`http://127.0.0.1:${listener.port}`)
  await once(listener.server, 'request')
  const ended = once(early, 'close')
  const closed = listener.close(2 ** 31 - 1)
  await ended
  release()
  expect(await (await running).text()).toBe('done')
  await closed
})

test('a request that outlasts the limit is cut off', async () => {
  const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', () => new Promise<Response>(() => undefined))
  const running = fetch(`http://127.0.0.1:${listener.port}`)
  running.catch(() => undefined)
  await new Promise((resolve) => listener.server.once('request', resolve))
  await listener.close(100)
  await expect(running).rejects.toThrow('fetch failed')
})

const listening = async (answer: Answer, options?: ListenOptions) => {
  const listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', answer, options)
  return Object.assign(listener, { [Symbol.asyncDispose]: () => listener.close(0) })
}
/** What comes back, until the server closes the connection, for what is written as it stands here. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
  await once(socket, 'close')
  return answer
}
const errorForm = (status: string, message: string) =>
  new RegExp(
    `^HTTP/1.1 ${status}\\r\\n[^]*x-request-id: ([0-9a-f-]{36})[^]*\\r\\n\\r\\n\\{"request_id":"\\1","message":"${message}"\\}$`,
  )

test.each([
  [{}, [], { remoteAddress: '127.0.0.1', secure: false }],
  [{ 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' }, [], { remoteAddress: '127.0.0.1', secure: false }],
  [
    { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' },
    ['127.0.0.1'],
    { remoteAddress: '192.0.2.7', secure: true },
  ],
  [
    { 'x-forwarded-for': '6.6.6.6, 192.0.2.7, 10.1.2.3' },
    ['127.0.0.0/8', '10.0.0.0/8'],
    { remoteAddress: '192.0.2.7' },
  ],
  [{ 'x-forwarded-for': '192.0.2.7, nonsense' }, ['127.0.0.1'], { remoteAddress: '127.0.0.1' }],
  [{ 'x-forwarded-for': '[2001:db8::7]:4711' }, ['127.0.0.1', '::1'], { remoteAddress: '2001:db8::7' }],
  [{ 'x-forwarded-for': 'fe80::7%br-lan.4' }, ['127.0.0.1'], { remoteAddress: 'fe80::7' }],
])('the answer learns who asks: %j behind %j', async (headers, trusted, peer) => {
  await using listener = await listening((_, from) => Response.json(from), {
    proxies: new TrustedProxies(new AddressSet(trusted)),
  })
  expect(await (await fetch(`http://127.0.0.1:${listener.port}`, { headers })).json()).toMatchObject(peer)
})

test.each([
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', '400 Bad Request', 'Bad Request'],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request', 'Bad Request'],
  [
    'a target that is none',
    'GET http://[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    '400 Bad Request',
    'Bad Request',
  ],
  ['no HTTP', 'HELO there\r\n\r\n', '400 Bad Request', 'Bad Request'],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nHost: a\r\n${`X: ${'x'.repeat(1000)}\r\n`.repeat(17)}\r\n`,
    '431 Request Header Fields Too Large',
    'Request Header Fields Too Large',
  ],
])('%s is refused in the form of every error', async (_, text, status, message) => {
  await using listener = await listening(() => new Response('fine'))
  expect(await raw(listener.port, text)).toMatch(errorForm(status, message))
})

test('a failure outside of operations is answered with 500, and logged under the id in the answer', async () => {
  const lines: unknown[][] = []
  const failing = () => Promise.reject(new Error('no such file'))
  await using listener = await listening(failing, { log: (...line) => lines.push(line) })
  const answer = await fetch(`http://127.0.0.1:${listener.port}`)
  const body = (await answer.json()) as { request_id: string }
  expect([answer.status, body]).toEqual([500, { request_id: expect.any(String), message: 'Internal Server Error' }])
  const error = expect.objectContaining({ message: 'no such file' })
  expect(lines).toEqual([['error', 'request failed', { request_id: body.request_id, status: 500, error }]])
})

test('an idle connection is kept for as long as proxies keep theirs', async () => {
  await using listener = await listening(() => new Response('fine'))
  const answer = await fetch(`http://127.0.0.1:${listener.port}`)
  expect(answer.headers.get('keep-alive')).toBe('timeout=75')
})

const pace = { patienceMs: 1000, bytesPerSecond: 1000 }
const announced = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n'

test('a body that drips is ended with 408, however many do', async () => {
  const clock = new ManualClock()
  const reading = Promise.withResolvers<void>()
  let count = 0
  const answer: Answer = async (request) => {
    const text = request.text()
    if (++count === 200) reading.resolve()
    return new Response(await text)
  }
  await using listener = await listening(answer, { pace, clock })
  const answers = Array.from({ length: 200 }, () => raw(listener.port, `${announced}drip`))
  await reading.promise
  await clock.advance(2000)
  for (const each of answers) expect(await each).toMatch(errorForm('408 Request Timeout', 'Request Timeout'))
})

/** What is answered to 9,000 bytes that come at this pace, by a clock that waits for them. */
async function answerAt(bytesPerSecond: number, type: string): Promise<string> {
  const clock = new ManualClock()
  const answer: Answer = async (request) => new Response(String((await request.text()).length))
  await using listener = await listening(answer, { pace, clock })
  const head = `${announced.slice(0, -2)}Content-Type: ${type}\r\nConnection: close\r\n\r\n`
  const accepting = once(listener.server, 'connection')
  const socket = connect(listener.port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  const closed = once(socket, 'close')
  const [accepted] = (await accepting) as [Socket]
  socket.write(head)
  for (let sent = bytesPerSecond; sent <= 9000 && !accepted.writableEnded; sent += bytesPerSecond) {
    socket.write('x'.repeat(bytesPerSecond))
    await expect.poll(() => accepted.bytesRead).toBe(head.length + sent)
    await clock.advance(1000)
  }
  await closed
  return text
}

test.each([
  [
    'a stream of bytes that keeps the pace may take its time',
    1500,
    'application/octet-stream',
    /^HTTP\/1.1 200 [^]*9000$/,
  ],
  ['a stream of bytes that is slower is ended', 500, 'application/octet-stream', /^HTTP\/1.1 408 /],
  ['a body that is kept whole may not take its time', 1500, 'application/json', /^HTTP\/1.1 408 /],
] as const)('%s', async (_, bytesPerSecond, type, answer) => {
  expect(await answerAt(bytesPerSecond, type)).toMatch(answer)
})

test('a body that the server has not asked for yet does not count as slow', async () => {
  const clock = new ManualClock()
  const asked = Promise.withResolvers<void>()
  const answerLate: Answer = async (request) => {
    await asked.promise
    return new Response(String((await request.text()).length))
  }
  await using listener = await listening(answerLate, { pace, clock })
  const received = once(listener.server, 'request')
  const answer = raw(listener.port, announced.replace('Host: a', 'Host: a\r\nConnection: close') + 'x'.repeat(9000))
  await received
  await clock.advance(5000)
  asked.resolve()
  expect(await answer).toMatch(/9000$/)
})

test('a body that nobody reads does not hold its connection', async () => {
  await using listener = await listening(() => new Response('fine'))
  for (const method of ['GET', 'POST'])
    expect(await raw(listener.port, `${announced.replace('POST', method)}drip`)).toMatch(/^HTTP\/1.1 200/)
})

test('what cannot be read on a connection that was answered before is refused as on a new one', async () => {
  await using listener = await listening(() => new Response('fine'))
  const socket = connect(listener.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [first] = await once(socket.setEncoding('utf8'), 'data')
  expect(first).toMatch(/fine$/)
  let answer = ''
  socket.on('data', (part: string) => (answer += part)).write('HELO there\r\n\r\n')
  await once(socket, 'close')
  expect(answer).toMatch(errorForm('400 Bad Request', 'Bad Request'))
})

test('a client that takes nothing more of its answer is cut off, one that takes its time is not', async () => {
  const answer = new Uint8Array(32 * 2 ** 20)
  await using listener = await listening(() => new Response(answer), { pace })
  const ask = () => {
    const socket = connect(listener.port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    return socket
  }
  const [stuck] = await Promise.all([once(listener.server, 'connection'), ask()])
  await Promise.race([once(stuck[0], 'close'), delay(20_000).then(() => expect.unreachable('it is still open'))])
  let taken = 0
  for await (const part of ask()) {
    taken += (part as Buffer).length
    if (taken < 2 ** 20) await delay(100)
  }
  expect(taken).toBeGreaterThan(answer.length)
})

test('requests that a client sends without waiting run one after the other, and too many end the connection', async () => {
  let running = 0
  let most = 0
  let begun = 0
  const answer: Answer = async (request) => {
    begun++
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    return new Response(new URL(request.url).pathname)
  }
  await using listener = await listening(answer)
  const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`)
  const text = (path: string, close = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${close}\r\n`
  const all = await raw(
    listener.port,
    `${paths(16)
      .map((path) => text(path))
      .join('')}${text('/last', 'Connection: close\r\n')}`,
  )
  expect(all.match(/^\/(?:last|\d+)/gm)).toEqual([...paths(16), '/last'])
  expect([most, begun]).toEqual([1, 17])

  const socket = connect(listener.port, '127.0.0.1')
  socket.write(
    paths(400)
      .map((path) => text(path))
      .join(''),
  )
  await once(socket.resume(), 'close')
  expect(begun).toBeLessThan(40)
})

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chunkBytes, chunkCount, sendChunks } from './send-chunks.ts'

interface Sent {
  offset: number
  base64_encoded_data: string
}

let server: Server
let url: string
let sent: Sent[]
let atOnce: number
let most: number
/** What the server makes of a block; kept ones are answered 204. */
let answer: (body: Sent, response: ServerResponse, request: IncomingMessage) => void

const keep = (body: Sent, response: ServerResponse) => {
  sent.push(body)
  response.writeHead(204).end()
}

beforeEach(async () => {
  ;[sent, atOnce, most, answer] = [[], 0, 0, keep]
  server = createServer((request, response) => {
    most = Math.max(most, ++atOnce)
    response.on('close', () => atOnce--)
    // One that the sender gave up, or the end of its test cut off, has no answer to wait for.
    receive(request).then(
      (body) => answer(body, response, request),
      () => request.socket.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${server.address().port}/write`
})
afterEach(() => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

async function receive(request: IncomingMessage): Promise<Sent> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return JSON.parse(text) as Sent
}

const timing = { timeout: 60_000, backOff: [1, 1] }
const numbersOf = (file: Blob) => Array.from({ length: chunkCount(file) }, (_, number) => number)

/** Chunk n is filled with bytes that no other has; those named empty are zeros. */
function fileOf(chunks: number, { empty = [] as number[], last = chunkBytes } = {}): Blob {
  const bytes = new Uint8Array((chunks - 1) * chunkBytes + last)
  for (let at = 0; at < bytes.length; at++) {
    const number = Math.floor(at / chunkBytes)
    if (!empty.includes(number)) bytes[at] = (at * 7 + number) % 251
  }
  return new Blob([bytes])
}

/** What the blocks that came make together; what was left out reads as zeros. */
function assembled(size: number): Uint8Array {
  const whole = new Uint8Array(size)
  for (const { offset, base64_encoded_data: data } of sent)
    whole.set(
      Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)),
      offset,
    )
  return whole
}
const same = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

const run = (file: Blob, numbers = numbersOf(file), signal = new AbortController().signal, blockBytes = 512) => {
  const progress: number[] = []
  const outcome = sendChunks({ file, url, blockBytes }, numbers, {
    onProgress: (bytes) => progress.push(bytes),
    signal,
    timing,
  })
  return { outcome, progress }
}
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

test('every byte comes across; zeros are left out, but not the last chunk, which gives the length', async () => {
  const file = fileOf(20, { empty: [3, 4, 19], last: 1024 })
  const { outcome, progress } = run(file)
  expect(await outcome).toEqual({ kind: 'sent' })
  expect(same(assembled(file.size), new Uint8Array(await file.arrayBuffer()))).toBe(true)
  expect(sent.map(({ offset }) => offset / chunkBytes)).not.toContain(3)
  expect(sent).toHaveLength(18)
  expect(Math.max(...sent.map(({ offset }) => offset))).toBe(19 * chunkBytes)
  expect(sum(progress)).toBe(file.size)
})

test.each([512, 2048, 4096])('the last chunk is filled up to a whole block of %i bytes', async (blockBytes) => {
  const never = new AbortController().signal
  for (const last of [1, 7201 % chunkBytes, chunkBytes - 1]) {
    sent = []
    const file = fileOf(2, { last })
    const { outcome, progress } = run(file, undefined, never, blockBytes)
    expect(await outcome).toEqual({ kind: 'sent' })
    const length = Math.ceil(file.size / blockBytes) * blockBytes
    const expected = new Uint8Array(length)
    expected.set(new Uint8Array(await file.arrayBuffer()))
    expect(same(assembled(length), expected)).toBe(true)
    expect(sum(progress)).toBe(file.size)
  }
})

test('six are under way at once', async () => {
  const waiting: (() => void)[] = []
  answer = (body, response) => {
    waiting.push(() => keep(body, response))
    if (waiting.length === 6) for (const release of waiting.splice(0)) release()
  }
  expect(await run(fileOf(12)).outcome).toEqual({ kind: 'sent' })
  expect(most).toBe(6)
})

test('only the chunks asked for are sent', async () => {
  const file = fileOf(5)
  await run(file, [1, 3]).outcome
  expect(sent.map(({ offset }) => offset / chunkBytes).toSorted()).toEqual([1, 3])
})

test('a chunk without an answer is tried three times; then all that are missing are reported', async () => {
  let tries = 0
  answer = (body, response, request) => {
    if (body.offset !== 2 * chunkBytes) return keep(body, response)
    tries++
    request.socket.destroy()
  }
  const { outcome, progress } = run(fileOf(3))
  expect(await outcome).toEqual({ kind: 'unanswered', missing: [2] })
  expect(tries).toBe(3)
  expect(sum(progress)).toBe(2 * chunkBytes)
})

test('a second answer is enough', async () => {
  const seen = new Set<number>()
  answer = (body, response, request) => {
    if (seen.has(body.offset)) return keep(body, response)
    seen.add(body.offset)
    request.socket.destroy()
  }
  expect(await run(fileOf(2)).outcome).toEqual({ kind: 'sent' })
  expect(sent).toHaveLength(2)
})

test('an attempt that takes too long is none', async () => {
  // The time of each attempt is up once the server has its request, however long that took.
  const attempts: AbortController[] = []
  const clock = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const attempt = new AbortController()
    attempts.push(attempt)
    return attempt.signal
  })
  answer = () => attempts.at(-1)?.abort(new DOMException('', 'TimeoutError'))
  expect(await run(fileOf(1)).outcome).toEqual({ kind: 'unanswered', missing: [0] })
  expect(clock.mock.calls).toEqual([[timing.timeout], [timing.timeout], [timing.timeout]])
})

test('a refusal ends it at once, with what the server said', async () => {
  let tries = 0
  answer = (_body, response) => {
    tries++
    response.writeHead(400).end('{"message":"no"}')
  }
  expect(await run(fileOf(1)).outcome).toEqual({ kind: 'refused', statusCode: 400, text: '{"message":"no"}' })
  expect(tries).toBe(1)
})

test('a server that is in trouble is asked again', async () => {
  let tries = 0
  answer = (body, response) => (++tries < 3 ? response.writeHead(503).end('{}') : keep(body, response))
  expect(await run(fileOf(1)).outcome).toEqual({ kind: 'sent' })
  expect(tries).toBe(3)
})

test('an abort ends what is under way', async () => {
  const stopper = new AbortController()
  answer = () => stopper.abort(new Error('enough'))
  await expect(run(fileOf(8), undefined, stopper.signal).outcome).rejects.toThrow('enough')
})

test('a file that can no longer be read says so', async () => {
  const file = fileOf(1)
  const gone = Object.assign(Object.create(file) as Blob, {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  })
  expect(await run(gone, [0]).outcome).toEqual({ kind: 'unreadable' })
})

test('of several refusals at once the first counts, whole', async () => {
  let refused = 0
  const first = Promise.withResolvers<ServerResponse>()
  answer = (_, response) => {
    // All are refused; only one, once the others have started to answer, gives the reason.
    response.writeHead(400, { 'content-type': 'application/json' })
    response.write('{"message":')
    if (++refused === 1) first.resolve(response)
    if (refused === 6) void first.promise.then((one) => setTimeout(() => one.end('"not now"}'), 50))
  }
  const { outcome } = run(fileOf(6))
  expect(await outcome).toEqual({ kind: 'refused', statusCode: 400, text: '{"message":"not now"}' })
})

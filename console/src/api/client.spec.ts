import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { apiPath, createClient, type ClientOptions } from './client.ts'
import { ConnectionError } from './errors.ts'

/** A client whose server is `answer`; `seen` holds the requests it sent. */
function clientOf(answer: (request: Request) => Response, options: ClientOptions = {}) {
  const seen: Request[] = []
  const send = (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(new URL(String(input), 'http://console.test'), init)
    seen.push(request.clone())
    return Promise.resolve(answer(request))
  }
  return { api: createClient({ ...options, fetch: send }), seen }
}

const json = (text: string, status = 200) => new Response(text, { status, headers: { 'x-request-id': 'r1' } })
const project = { query: { project: 'p' } }
const blank = { name: 'd', description: '', size: 2 ** 30, diskSource: { type: 'blank', blockSize: 512 } } as const

describe('a request', () => {
  test('has the method, path and query of its operation', async () => {
    const { api, seen } = clientOf(() => json('{}'))
    await api.diskView({ path: { disk: 'a/b c' }, query: { project: 'p' } })
    await api.instanceDelete({ path: { instance: 'web' } })
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://console.test/v1/disks/a%2Fb%20c?project=p',
      'DELETE http://console.test/v1/instances/web',
    ])
  })

  test('carries its body as JSON in snake_case', async () => {
    const { api, seen } = clientOf(() => json('{}', 201))
    await api.diskCreate({ ...project, body: blank })
    expect(seen[0]?.headers.get('content-type')).toBe('application/json')
    expect(await seen[0]?.json()).toEqual({
      name: 'd',
      description: '',
      size: 2 ** 30,
      disk_source: { type: 'blank', block_size: 512 },
    })
  })

  test('writes integers past 2^53 digit for digit', async () => {
    const { api, seen } = clientOf(() => json('{}', 201))
    await api.diskCreate({ ...project, body: { ...blank, size: 9_223_372_036_854_775_807n } })
    expect(await seen[0]?.text()).toContain('"size":9223372036854775807')
  })

  test('without a body has no content type', async () => {
    const { api, seen } = clientOf(() => new Response(null, { status: 204 }))
    await api.logout()
    expect(seen[0]?.headers.get('content-type')).toBeNull()
    expect(await seen[0]?.text()).toBe('')
  })

  test('can be a form, plain bytes or JSON of any shape', async () => {
    const { api, seen } = clientOf(() => json('{}'))
    const clientId = 'c0ffee00-1234-4abc-8def-0123456789ab'
    await api.deviceAuthRequest({ body: { clientId, ttlSeconds: 60 } })
    await api.systemUpdatePutRepository({ query: { fileName: 'a.zip' }, body: new Blob(['bytes']) })
    await api.systemUpdateTrustRootCreate({ body: { signedBy: [{ key_id: 1 }] } })
    expect(seen.map((request) => request.headers.get('content-type'))).toEqual([
      expect.stringMatching(/^application\/x-www-form-urlencoded/),
      'application/octet-stream',
      'application/json',
    ])
    expect(await Promise.all(seen.map((request) => request.text()))).toEqual([
      `client_id=${clientId}&ttl_seconds=60`,
      'bytes',
      '{"signedBy":[{"key_id":1}]}',
    ])
  })

  test('carries the bearer token when there is one', async () => {
    const { api, seen } = clientOf(() => json('{}'), { token: 'secret' })
    await api.currentUserView()
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer secret')
    const anonymous = clientOf(() => json('{}'))
    await anonymous.api.currentUserView()
    expect(anonymous.seen[0]?.headers.get('authorization')).toBeNull()
  })

  test('stops with its signal', async () => {
    const controller = new AbortController()
    const { api, seen } = clientOf(() => json('{}'))
    await api.ping({}, { signal: controller.signal })
    controller.abort()
    expect(seen[0]?.signal.aborted).toBe(true)
  })
})

describe('an answer', () => {
  test('of success has its data in camelCase, with Dates and bigints', async () => {
    const text = '{"id":"i","memory":1073741824,"size":18446744073709551615,"time_created":"2026-01-31T12:00:00Z"}'
    const { api } = clientOf(() => json(text))
    const result = await api.diskView({ path: { disk: 'd' } })
    expect(result).toMatchObject({ type: 'success', statusCode: 200 })
    expect(result.headers.get('x-request-id')).toBe('r1')
    expect(result.type === 'success' && result.data).toEqual({
      id: 'i',
      memory: 1_073_741_824,
      size: 18_446_744_073_709_551_615n,
      timeCreated: new Date('2026-01-31T12:00:00Z'),
    })
  })

  test('without a body has no data', async () => {
    const { api } = clientOf(() => new Response(null, { status: 204 }))
    expect(await api.diskDelete({ path: { disk: 'd' } })).toMatchObject({
      type: 'success',
      data: undefined,
      statusCode: 204,
    })
  })

  test('of failure has the parsed error', async () => {
    const body = '{"error_code":"ObjectNotFound","message":"not found: disk with name \\"d\\"","request_id":"r1"}'
    const { api } = clientOf(() => json(body, 404))
    expect(await api.diskView({ path: { disk: 'd' } })).toMatchObject({
      type: 'error',
      statusCode: 404,
      error: {
        errorCode: 'ObjectNotFound',
        message: 'not found: disk with name "d"',
        requestId: 'r1',
        statusCode: 404,
      },
    })
  })

  test.each([200, 404, 502])('of status %i that is not JSON is a client error', async (status) => {
    const { api } = clientOf(() => json('<html>Bad gateway</html>', status))
    const result = await api.diskList(project)
    expect(result).toMatchObject({ type: 'clientError', statusCode: status, text: '<html>Bad gateway</html>' })
    expect(result.type === 'clientError' && result.error.message).toBe('Error reading API response')
  })

  test('of any type is a Blob', async () => {
    const { api } = clientOf(() => new Response('zip'))
    const result = await api.supportBundleDownload({ path: { bundleId: 'b' } })
    expect(result.type === 'success' && (await result.data.text())).toBe('zip')
  })

  test('of free JSON is left as it is', async () => {
    const { api } = clientOf(() => json('{"link_state":{"time_up":"2026-01-31T12:00:00Z"}}'))
    const result = await api.networkingSwitchPortStatus({
      path: { port: 'q' },
      query: { rackId: 'r', switchLocation: 's' },
    })
    expect(result).toMatchObject({ data: { link_state: { time_up: '2026-01-31T12:00:00Z' } } })
  })

  test('that never comes, or not whole, is a failed connection', async () => {
    const away = createClient({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(away.ping()).rejects.toThrow(ConnectionError)
    const cut = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) })
    const half = createClient({ fetch: () => Promise.resolve(new Response(cut)) })
    await expect(half.ping()).rejects.toThrow(ConnectionError)
  })

  test('that was not waited for, and a fault of our own, are no failed connection', async () => {
    const stopped = createClient({ fetch: () => Promise.reject(new DOMException('stopped', 'AbortError')) })
    await expect(stopped.ping()).rejects.toThrow('stopped')
    const broken = createClient({ token: 'not a header\n\0', fetch: () => Promise.resolve(new Response()) })
    await expect(broken.ping()).rejects.toThrow(TypeError)
  })
})

describe('a read on a connection that died', () => {
  afterEach(() => void vi.useRealTimers())

  /** A server that answers the requests of these numbers alone. */
  function dyingServer(answered: readonly number[]) {
    vi.useFakeTimers()
    let asked = 0
    let lost = 0
    const send = (_: unknown, init: RequestInit = {}) => {
      asked += 1
      if (answered.includes(asked)) return Promise.resolve(json('{"name":"d"}'))
      return new Promise<Response>((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error))
      })
    }
    const api = createClient({ fetch: send as typeof fetch, onNoAnswer: () => (lost += 1) })
    return { api, counts: () => ({ asked, lost }) }
  }

  test('is repeated once after 20 seconds', async () => {
    const { api, counts } = dyingServer([2])
    const answer = api.diskView({ path: { disk: 'd' } })
    await vi.advanceTimersByTimeAsync(19_999)
    expect(counts()).toEqual({ asked: 1, lost: 0 })
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toMatchObject({ type: 'success', data: { name: 'd' } })
    expect(counts()).toEqual({ asked: 2, lost: 0 })
  })

  test('is a failed connection when that has no answer either', async () => {
    const { api, counts } = dyingServer([])
    const failed = api.diskView({ path: { disk: 'd' } }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(40_000)
    expect(await failed).toBeInstanceOf(ConnectionError)
    expect(counts()).toEqual({ asked: 2, lost: 1 })
  })

  test('ends with its signal, and a change is never repeated', async () => {
    const { api, counts } = dyingServer([])
    const controller = new AbortController()
    const stopped = api.ping({}, { signal: controller.signal })
    controller.abort()
    await expect(stopped).rejects.toThrow('aborted')
    void api.diskDelete({ path: { disk: 'd' } })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(counts()).toEqual({ asked: 2, lost: 0 })
  })

  test('has two minutes for the rest of an answer that has begun', async () => {
    vi.useFakeTimers()
    const beginning = (signal: AbortSignal) =>
      new ReadableStream({ start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)) })
    const send = (_: unknown, init: RequestInit = {}) => Promise.resolve(new Response(beginning(init.signal!)))
    const api = createClient({ fetch: send as typeof fetch })
    const began = Date.now()
    const failed = api.diskList(project).catch((error: unknown) => ({ error, ended: Date.now() }))
    await vi.advanceTimersByTimeAsync(300_000)
    expect(await failed).toEqual({ error: expect.any(ConnectionError), ended: began + 240_000 })
  })
})

describe('401', () => {
  const unauthorized = () => json('{"message":"","request_id":"r"}', 401)

  test('on anything but the local login calls onUnauthorized', async () => {
    let calls = 0
    const { api } = clientOf(unauthorized, { onUnauthorized: () => (calls += 1) })
    await api.projectList()
    expect(calls).toBe(1)
    await api.loginLocal({ path: { siloName: 's' }, body: { username: 'u', password: 'p' } })
    expect(calls).toBe(1)
  })
})

test('addresses for downloads and WebSockets', () => {
  expect(apiPath('instanceSerialConsoleStream', { path: { instance: 'i' }, query: { mostRecent: 10 } })).toBe(
    '/v1/instances/i/serial-console/stream?most_recent=10',
  )
})

test('types know what each operation takes and answers', () => {
  const { api } = clientOf(() => json('{}'))
  // @ts-expect-error the project is needed
  void api.diskCreate({ body: blank })
  // @ts-expect-error there is no such state
  void api.diskMetricsList({ path: { disk: 'd', metric: 'nothing' } })
  expectTypeOf<
    Extract<Awaited<ReturnType<typeof api.instanceView>>, { type: 'success' }>['data']['timeCreated']
  >().toEqualTypeOf<Date>()
})

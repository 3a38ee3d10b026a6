import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiCall, apiQuery } from '~/api/queries.ts'
import { queryClient } from '~/api/query-client.ts'
import { connectionLost, watchConnection } from './connection.ts'

type Answer = (path: string, init: RequestInit) => Promise<Response>

let answer: Answer
let asked: string[]
let stop: () => void
const router = { invalidate: vi.fn<() => Promise<void>>(() => Promise.resolve()) }

const away: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
const there: Answer = () => Promise.resolve(Response.json({ items: [], next_page: null }))
const refuses =
  (status: number): Answer =>
  () =>
    Promise.resolve(Response.json({ message: 'no', request_id: 'r' }, { status }))

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push(path)
    return answer(path, init)
  })
  vi.spyOn(console, 'error').mockReturnValue()
  router.invalidate.mockClear()
  stop = watchConnection(router)
})
afterEach(() => {
  stop()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const projects = apiQuery('projectList', {})
const read = () => queryClient.fetchQuery(projects).catch(() => undefined)

test('a request without an answer loses the connection; the first answer brings it back, and what is shown is read again', async () => {
  answer = away
  const leave = new QueryObserver(queryClient, projects).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(connectionLost.get()).toBe(true)
  asked = []
  await vi.advanceTimersByTimeAsync(4999)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(5001)
  expect(asked).toEqual(['/v1/ping', '/v1/ping'])
  expect(connectionLost.get()).toBe(true)
  answer = there
  await vi.advanceTimersByTimeAsync(5000)
  expect(connectionLost.get()).toBe(false)
  expect(asked).toEqual(['/v1/ping', '/v1/ping', '/v1/ping', '/v1/projects'])
  expect(router.invalidate).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.filter((path) => path === '/v1/ping')).toHaveLength(3)
  leave()
})

test('an answer that breaks off loses it too, and so does a change that no query asked for', async () => {
  answer = () =>
    Promise.resolve(new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })))
  await read()
  expect(connectionLost.get()).toBe(true)
  answer = there
  await vi.advanceTimersByTimeAsync(5000)
  expect(connectionLost.get()).toBe(false)
  answer = away
  await apiCall('instanceStop', { path: { instance: 'i' } }).catch(() => undefined)
  expect(connectionLost.get()).toBe(true)
})

test.each([400, 403, 404, 409, 429, 500, 502, 503, 504])('an answer of status %i does not', async (status) => {
  answer = refuses(status)
  await read()
  expect(connectionLost.get()).toBe(false)
})

test('an answer that cannot be read does not', async () => {
  answer = () => Promise.resolve(new Response('<html>Bad gateway</html>', { status: 502 }))
  await read()
  expect(connectionLost.get()).toBe(false)
})

test('a request that is given up does not', async () => {
  answer = (_, { signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
  const reading = read()
  const unsubscribe = new QueryObserver(queryClient, projects).subscribe(() => undefined)
  await queryClient.cancelQueries()
  unsubscribe()
  await reading
  const given = new AbortController()
  const call = apiCall('projectList', {}, { signal: given.signal }).catch((error: unknown) => error)
  given.abort()
  expect(await call).toMatchObject({ name: 'AbortError' })
  expect(connectionLost.get()).toBe(false)
})

test.each([403, 404, 500, 503])('a lost connection is back with an answer of status %i', async (status) => {
  answer = away
  await read()
  expect(connectionLost.get()).toBe(true)
  answer = refuses(status)
  await vi.advanceTimersByTimeAsync(5000)
  expect(connectionLost.get()).toBe(false)
})

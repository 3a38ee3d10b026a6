import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Code from './code.ts'

const build = '/assets/index-one.js'
let served: () => Response | Promise<Response>
let reloads: number
let page: EventTarget
let code: typeof Code

/** Opens the page, or loads it again: the session storage stays. */
async function openPage() {
  reloads = 0
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.resetModules()
  code = await import('./code.ts')
}

beforeEach(async () => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  })
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => build }) })
  vi.stubGlobal('location', { href: 'http://console.test/projects', reload: () => void reloads++ })
  vi.stubGlobal('fetch', () => Promise.resolve().then(() => served()))
  await openPage()
})
afterEach(() => vi.unstubAllGlobals())

const missing = () => code.fetchCode(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
const newBuild = () => new Response('<script type="module" src="/assets/index-two.js">')

test('code that an upgrade removed reloads the page, once', async () => {
  served = newBuild
  await expect(missing()).rejects.toThrow(code.CodeUnavailable)
  await expect(missing()).rejects.toThrow(code.CodeUnavailable)
  expect(reloads).toBe(1)
})

test('where the reload brings the same build back, the page says so instead of reloading on and on', async () => {
  served = newBuild
  await expect(missing()).rejects.toThrow(code.CodeUnavailable)
  page.dispatchEvent(new Event('pagehide'))
  await openPage()
  expect(code.codeState.get()).toBe('there')
  await expect(missing()).rejects.toThrow(code.CodeUnavailable)
  expect(reloads).toBe(0)
  expect(code.codeState.get()).toBe('missing')
})

test('a page that somebody keeps, asked by the browser, stays as it is and says that it is out of date', async () => {
  served = newBuild
  await expect(missing()).rejects.toThrow(code.CodeUnavailable)
  expect(code.codeState.get()).toBe('replaced')
  await expect(missing()).rejects.toThrow(code.CodeUnavailable)
  expect(code.codeState.get()).toBe('replaced')
  expect(reloads).toBe(1)
})

test.each([
  ['without a connection', () => Promise.reject<Response>(new TypeError('Failed to fetch'))],
  ['while the server is away', () => new Response('', { status: 503 })],
  ['of the build that is still served', () => new Response(`<script type="module" src="${build}">`)],
])('code that cannot be fetched %s leaves the page as it is', async (_, answer) => {
  served = answer
  await expect(missing()).rejects.toThrow('This part of the console could not be loaded')
  expect(reloads).toBe(0)
  expect(code.codeState.get()).toBe('there')
})

test('code that never comes is given up, with what to do', async () => {
  vi.useFakeTimers()
  served = () => Promise.reject(new TypeError('Failed to fetch'))
  const opening = code.fetchCode(() => new Promise(() => {})).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await opening).toBe('This part of the console could not be loaded in time. Reload the page to try again')
  expect(reloads).toBe(0)
  vi.useRealTimers()
})

test('code that is there is handed on', async () => {
  expect(await code.fetchCode(() => Promise.resolve(7))).toBe(7)
  expect(reloads).toBe(0)
})

test('code whose request the browser gave up is requested once more', async () => {
  const load = vi.fn<() => Promise<number>>(() => Promise.resolve(7))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  expect(await code.fetchCode(load)).toBe(7)
  expect(load).toHaveBeenCalledTimes(2)
})

test('code that comes slowly is waited for as long as the server answers', async () => {
  vi.useFakeTimers()
  served = () => new Response()
  const slow = Promise.withResolvers<string>()
  const opening = code.fetchCode(() => slow.promise)
  await vi.advanceTimersByTimeAsync(90_000)
  slow.resolve('code')
  expect(await opening).toBe('code')
  vi.useRealTimers()
})

test('each attempt to load code has its own time', async () => {
  vi.useFakeTimers()
  const attempts = [() => Promise.reject(new Error('the network changed')), () => Promise.resolve('code')]
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const opening = code.fetchCode(() => after(15_000).then(attempts.shift()))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await opening).toBe('code')
  vi.useRealTimers()
})

test('code is not waited for longer than two minutes, though the server answers', async () => {
  vi.useFakeTimers()
  served = () => new Response()
  const opening = code.fetchCode(() => new Promise(() => {})).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await opening).toContain('in time')
  vi.useRealTimers()
})

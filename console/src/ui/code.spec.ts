import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeUnavailable, fetchCode } from './code.ts'

const build = '/assets/index-one.js'
let served: () => Response | Promise<Response>
let reloads = 0

beforeEach(() => {
  reloads = 0
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  })
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => build }) })
  vi.stubGlobal('location', { href: 'http://console.test/projects', reload: () => void reloads++ })
  vi.stubGlobal('fetch', () => Promise.resolve().then(() => served()))
})
afterEach(() => vi.unstubAllGlobals())

const missing = () => fetchCode(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))

test('code that an upgrade removed reloads the page, once', async () => {
  served = () => new Response('<script type="module" src="/assets/index-two.js">')
  await expect(missing()).rejects.toThrow(CodeUnavailable)
  await expect(missing()).rejects.toThrow(CodeUnavailable)
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
})

test('code that is there is handed on', async () => {
  expect(await fetchCode(() => Promise.resolve(7))).toBe(7)
  expect(reloads).toBe(0)
})

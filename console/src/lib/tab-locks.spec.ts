import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const items = new Map<string, string>()
let page = new EventTarget()

/** Modules of a tab without Web Locks, as a page over plain HTTP has them. */
async function openTab() {
  vi.resetModules()
  return (await import('./tab-locks.ts')).tabLocks
}

beforeEach(() => {
  vi.useFakeTimers()
  items.clear()
  page = new EventTarget()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  })
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, page[name].bind(page) as EventTarget[typeof name])
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('without Web Locks a lock is held until it is released, however long that takes', async () => {
  const release = (await openTab()).hold('a')
  const other = await openTab()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(await other.isHeld('a')).toBe(true)
  const then = vi.fn<() => void>()
  const waited = other.onceFree('a', then)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(then).not.toHaveBeenCalled()
  release()
  await vi.advanceTimersByTimeAsync(5000)
  await waited
  expect(then).toHaveBeenCalledOnce()
})

test('it ends with its page, and where the page comes back it is held again', async () => {
  const tab = await openTab()
  tab.hold('a')
  page.dispatchEvent(new Event('pagehide'))
  expect(await tab.isHeld('a')).toBe(false)
  page.dispatchEvent(new Event('pageshow'))
  expect(await tab.isHeld('a')).toBe(true)
})

test('it ends a while after a tab that crashed', async () => {
  items.set('a', String(Date.now()))
  const tab = await openTab()
  expect(await tab.isHeld('a')).toBe(true)
  await vi.advanceTimersByTimeAsync(200_000)
  expect(await tab.isHeld('a')).toBe(false)
})

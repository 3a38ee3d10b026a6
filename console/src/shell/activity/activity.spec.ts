import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Activity } from './activity.ts'

/** Each test has a user of its own: tabs of one user send messages to each other. */
let user = ''
let key = ''
const stored = (storage: Map<string, string>): Activity[] => JSON.parse(storage.get(key) ?? '[]') as Activity[]

/** Releases the locks that were asked for, as closing its tab does. */
let closeTab = () => {}

const storageOf = (items: Map<string, string>) => ({
  getItem: (name: string) => items.get(name) ?? null,
  setItem: (name: string, value: string) => void items.set(name, value),
})

/** Opens a tab: modules of its own over a session storage, as the browser gives it. */
async function openTab(items: Map<string, string>) {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', storageOf(items))
  const activity = await import('./activity.ts')
  activity.startActivity(user)
  return activity
}

beforeEach(() => {
  user = crypto.randomUUID()
  key = `skerry.activity.${user}`
  closeTab = () => {}
})
afterEach(() => closeTab())

/** Work of a tab that holds its lock until `closeTab`. */
function workOf(tab: string): Activity {
  const { promise, resolve } = Promise.withResolvers<void>()
  void navigator.locks.request(`skerry.tab.${tab}`, () => promise)
  closeTab = resolve
  return {
    id: crypto.randomUUID(),
    verb: 'Upload image',
    name: 'debian',
    status: 'running',
    startedAt: 1,
    tab,
    seen: false,
  }
}

const answered = async () => {
  // A lock that is free is granted in order, after those that were asked for before.
  await navigator.locks.request(crypto.randomUUID(), () => undefined)
  await new Promise((resolve) => setTimeout(resolve))
}

test('a duplicated tab leaves the work of its original alone', async () => {
  const original = workOf('original')
  const copy = new Map([[key, JSON.stringify([original])]])
  const tab = await openTab(copy)
  await answered()
  expect(tab.stillRuns(original.id)).toBe(true)
})

test('work that cannot go on in another tab has failed once its tab is gone', async () => {
  const work = workOf('closing')
  const items = new Map([[key, JSON.stringify([work])]])
  const tab = await openTab(items)
  closeTab()
  await expect.poll(() => tab.stillRuns(work.id)).toBe(false)
  expect(stored(items)).toMatchObject([{ status: 'failed', message: 'Interrupted: its page was closed or reloaded' }])
})

test('work that is watched goes on in another tab', async () => {
  const work: Activity = { ...workOf('watching'), watched: { kind: 'disk', id: 'd1', wanted: 'detached' } }
  const items = new Map([[key, JSON.stringify([work])]])
  const tab = await openTab(items)
  closeTab()
  await expect.poll(() => stored(items)[0]?.tab).not.toBe('watching')
  expect(tab.stillRuns(work.id)).toBe(true)
  tab.updateActivity(work.id, { status: 'done' })
})

test('two tabs of one session know each other by what they hold, not by what they store', async () => {
  const items = new Map<string, string>()
  const first = await openTab(items)
  const upload = first.addActivity({ verb: 'Upload image', name: 'debian' })
  const second = await openTab(new Map(items))
  await answered()
  expect(second.stillRuns(upload)).toBe(true)
  expect(first.stillRuns(upload)).toBe(true)
})

import { afterEach, expect, test, vi } from 'vitest'
import { keepEqual } from './keep-equal.ts'
import { apiQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

const disk = (name: string, hour = 1) => ({ name, timeCreated: new Date(Date.UTC(2026, 0, 1, hour)), size: 1n })

test('an answer that says the same is the one before', () => {
  const before = { items: [disk('a'), disk('b')], nextPage: 'x' }
  expect(keepEqual(before, { items: [disk('a'), disk('b')], nextPage: 'x' })).toBe(before)
})

test('what changed is new, what did not is kept', () => {
  const before = { items: [disk('a'), disk('b')] }
  const now = keepEqual(before, { items: [disk('a'), disk('b', 2), disk('c')] }) as typeof before
  expect(now).toEqual({ items: [disk('a'), disk('b', 2), disk('c')] })
  expect(now.items[0]).toBe(before.items[0])
  expect(now.items[1]).not.toBe(before.items[1])
  expect(now.items[1]!.timeCreated).toEqual(new Date(Date.UTC(2026, 0, 1, 2)))
})

test.each([
  [{ a: 1, b: undefined }, { a: 1 }],
  [{ a: 1 }, { a: 1, b: undefined }],
  [[1, 2], [1]],
  [{ a: new Date(0) }, { a: null }],
  [{ a: new Date(0) }, { a: {} }],
  [[1], { 0: 1 }],
])('%j and %j differ', (before, now) => {
  expect(keepEqual(before, now)).not.toBe(before)
  expect(keepEqual(before, now)).toEqual(now)
})

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a list that is read again keeps its rows, with their dates', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [{ id: 'a', time_created: '2026-01-01T00:00:00Z' }] }))
  const query = { ...apiQuery('diskList', { query: { project: 'p' } }), staleTime: 0 }
  await queryClient.fetchQuery(query)
  const before = queryClient.getQueryData(query.queryKey)
  expect(before?.items[0]?.timeCreated).toBeInstanceOf(Date)
  await queryClient.fetchQuery(query)
  expect(queryClient.getQueryData(query.queryKey)).toBe(before)
})

test('an element of React is taken as it is', () => {
  const element = { $$typeof: Symbol.for('react.element'), props: { label: 'a' } }
  const other = { ...element, props: { label: 'a' } }
  expect(keepEqual([element], [other])).toEqual([other])
  expect((keepEqual([element], [other]) as unknown[])[0]).toBe(other)
})

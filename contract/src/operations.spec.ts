import { expect, test } from 'vitest'
import type { Operation } from './operation.ts'
import { operationById, operations } from './operations.ts'

const entries = Object.entries(operations) as [string, Operation][]

test('every operation is here, each on a path of its own', () => {
  // 269 of the wire contract, and those beyond it.
  expect(entries).toHaveLength(269 + 44)
  expect(new Set(entries.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(entries.length)
})

test.each(entries)('%s declares the parameters of its path', (_id, { path, params }) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  expect(Object.keys(params?.shape ?? {})).toEqual(inPath)
})

test.each(entries.filter(([, operation]) => operation.paginated))('%s pages', (_id, { query, firstPage, answer }) => {
  expect(query?.shape).toMatchObject({ limit: expect.anything(), page_token: expect.anything() })
  for (const name of firstPage ?? []) expect(query?.shape).toHaveProperty(name)
  expect(query?.safeParse({ limit: 0 }).success).toBe(false)
  const schema = answer === 'default' ? undefined : answer[1]
  expect(schema?.safeParse({ items: [], next_page: null }).success).toBe(true)
})

test('an operation is found by its id', () => {
  expect(operationById('disk_view')).toBe(operations.disk_view)
  expect(operationById('nothing')).toBeUndefined()
  expect(operationById('toString')).toBeUndefined()
})

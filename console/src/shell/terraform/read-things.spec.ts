import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { operatorRoutes } from '~/api/operator-routes.gen.ts'
import { addRoutes } from '~/api/routes.ts'
import { textOf } from '~/terraform/document.ts'
import { parseCode } from '~/terraform/parse.kit.ts'
import { copyRequest } from '../actions/copy-request.ts'
import { contentOfRows } from './read-things.ts'
import { createReader } from './reader.ts'

const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`
const range = { id: id(9), ip_pool_id: id(1), range: { first: '203.0.113.1', last: '203.0.113.9' }, time_created: '' }
addRoutes(operatorRoutes)
const rows = [1, 2].map((digit) => {
  const pool = { id: id(digit), name: `pool-${digit}`, description: '' }
  return [pool, copyRequest('ipPoolView', { path: { pool: pool.id } })] as const
})

let answer: (path: string, signal: AbortSignal) => Promise<Response>

beforeEach(() => {
  vi.stubGlobal('fetch', (input: string, { signal }: { signal: AbortSignal }) =>
    answer(new URL(input, 'http://console.test').pathname, signal),
  )
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('names a row that fails, and writes the others', async () => {
  answer = async (path) =>
    path.includes(id(2))
      ? Response.json({ message: 'not found: ip-pool', error_code: 'ObjectNotFound', request_id: 'r' }, { status: 404 })
      : Response.json({ items: [range] })
  const reader = createReader(new AbortController().signal)
  const text = textOf(await contentOfRows(rows, reader))
  expect(reader.failures()).toEqual(['pool-2: Not found: ip-pool'])
  expect(text).toContain('# NOT READ, and missing below: pool-2')
  expect(Object.keys((await parseCode(text)).resource!['oxide_ip_pool']!)).toEqual(['pool_1'])
})

it('ends its requests when it is cancelled', async () => {
  const cancel = new AbortController()
  const asked: AbortSignal[] = []
  answer = (_, signal) => {
    asked.push(signal)
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    )
  }
  const reading = contentOfRows(rows, createReader(cancel.signal))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  cancel.abort(new Error('cancelled'))
  await expect(reading).rejects.toThrow('cancelled')
})

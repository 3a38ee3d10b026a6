import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../handlers.ts'
import type { Request_ } from '../testing/caller.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { insertBulkData } from './bulk-data.ts'
import { type Everything, makeEverything } from './everything.ts'
import { ordersOf, Requests, waysTo } from './requests.ts'

/** Every list, over rows with equal times and, where names may repeat, equal names. */

const tableOf = (id: OperationId): Operation => operations[id]
const lists = (Object.keys(handlers) as OperationId[]).filter((id) => tableOf(id).paginated)
const FEW = 4

let server: TestServer
let everything: Everything
let requests: Requests
beforeAll(async () => {
  server = await startTestServer({ hardware: { uninitializedSleds: FEW } })
  everything = await makeEverything(server, server.admin)
  requests = new Requests(everything)
  await server.admin.ok('instance_start', { path: { instance: everything.ids['instance'] } })
  await server.settle()
  await server.clock.advance(60_000)
  // The disks of the bulk data are rows without volumes, so no machine could start.
  await insertBulkData(server.db, everything, { others: 5, many: 5, few: FEW })
})
afterAll(() => server.close())

async function pagesOf(id: OperationId, request: Request_, limit: number): Promise<unknown[]> {
  const items: unknown[] = []
  let page = await server.admin.ok(id, { ...request, query: { ...request.query, limit } })
  for (;;) {
    items.push(...page.items)
    expect(page.items.length).toBeLessThanOrEqual(limit)
    if (page.next_page === null) return items
    page = await server.admin.ok(id, { ...request, query: { page_token: page.next_page, limit } })
  }
}

describe.each(lists)('%s', (id) => {
  it.each(ordersOf(id))('returns every row once, page by page, ordered by %o', async (order) => {
    for (const way of waysTo(requests, id)) {
      const request = { ...way, query: { ...way.query, ...order } }
      const whole = await pagesOf(id, request, 1000)
      expect(whole.length).toBeGreaterThanOrEqual(FEW)
      expect(new Set(whole.map((item) => JSON.stringify(item))).size).toBe(whole.length)
      for (const limit of [1, 2]) expect(await pagesOf(id, request, limit)).toEqual(whole)
    }
  })
})

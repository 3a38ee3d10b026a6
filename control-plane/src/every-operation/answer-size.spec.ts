import type { Operation } from '@skerry/contract/operation.ts'
import { operations, type OperationId } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from '../handlers.ts'
import { MAX_LIMIT } from '../kernel/http/paging.ts'
import { type TestServer, startTestServer } from '../testing/test-server.ts'
import { makeEverything } from './everything.ts'
import { LONG_TEXTS, textsOf, withText } from './longest-bodies.ts'
import { Requests, waysTo } from './requests.ts'

/** The largest rows of each list, after each write was requested with the longest texts that it accepts. */

const MAX_BYTES = 4 * 2 ** 20
/** The most rows of lists that are shorter than a page. */
const MAX_ROWS: Partial<Record<OperationId, number>> = { current_user_ssh_key_list: 256 }
/** How many writes cannot be repeated here; other operations write the rows of their lists. */
const WRITTEN_ELSEWHERE = 12

const tableOf = (id: OperationId): Operation => operations[id]
const built = Object.keys(handlers) as OperationId[]

let server: TestServer
let requests: Requests
beforeAll(async () => {
  server = await startTestServer()
  const everything = await makeEverything(server, server.admin)
  requests = new Requests(everything)
})
afterAll(() => server.close())

let count = 0
const fresh = (body: object) => ({ ...body, ...('name' in body && { name: `long-${count++}` }) })

/** Writes each text of a body as long as the operation accepts it, all in one body if possible. */
async function writeLongest(id: OperationId): Promise<boolean> {
  const { body: schema } = tableOf(id)
  const request = requests.byId(id)
  const send = (body: object) => server.admin.call(id, { ...request, body: fresh(body) })
  let longest = request.body as object
  if ((await send(longest)).status >= 300) return false
  for (const path of textsOf(schema!, longest))
    for (const text of LONG_TEXTS) {
      const body = withText(longest, path, text)
      if ((await send(body)).status >= 300) continue
      longest = body
      break
    }
  return true
}

it('stays below 4 MiB for a page of each list', async () => {
  const creates = ({ method, bodyType, answer }: Operation) =>
    method === 'post' && bodyType === undefined && answer[0] === 201
  const writes = built.filter((id) => creates(tableOf(id)) && requests.byId(id).body)
  const written: OperationId[] = []
  for (const id of writes) if (await writeLongest(id)) written.push(id)
  await server.settle()
  expect(writes.length - written.length).toBeLessThan(WRITTEN_ELSEWHERE)
  const tooLarge: string[] = []
  for (const id of built.filter((each) => tableOf(each).paginated)) {
    let row = 0
    for (const way of waysTo(requests, id)) {
      const { body } = await server.admin.call(id, { ...way, query: { ...way.query, limit: MAX_LIMIT } })
      // The resource may have been renamed.
      for (const item of body.items ?? []) row = Math.max(row, Buffer.byteLength(JSON.stringify(item)))
    }
    const most = row * (MAX_ROWS[id] ?? tableOf(id).maxLimit ?? MAX_LIMIT)
    if (most > MAX_BYTES) tooLarge.push(`${id}: ${row} bytes a row`)
  }
  expect(tooLarge).toEqual([])
}, 600_000)

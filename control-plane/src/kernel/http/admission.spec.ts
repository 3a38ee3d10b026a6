import type { Operation } from '@skerry/contract/operation.ts'
import { type OperationId, operations } from '@skerry/contract/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { randomId } from '../values/uuid.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A body that starts and does not end until `end` is called. */
function slowBody(): { body: ReadableStream<Uint8Array>; end(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('{'))
      await promise
      controller.close()
    },
  })
  return { body, end: resolve }
}

const LARGE: Partial<Record<OperationId, object>> = {
  disk_bulk_write_import: { path: { disk: randomId() }, body: { offset: 0, base64_encoded_data: '' } },
  vpc_firewall_rules_update: { query: { vpc: randomId() }, body: { rules: [] } },
}
const large = Object.keys(LARGE) as OperationId[]

it.each(large)('slow bodies of two users do not block other users of %s', async (id) => {
  const request = LARGE[id]!
  const bodies = Array.from({ length: 16 }, slowBody)
  const users = [await server.user(), await server.user()]
  const slow = bodies.map(({ body }, at) => users[at % 2]!.call(id, { ...request, body }))
  let status = 0
  const answering = server.admin.call(id, request).then((answer) => (status = answer.status))
  // Longer than a request waits in the queue.
  await server.clock.advanceUntil(() => status > 0, 1000)
  await answering
  // The id does not exist.
  expect(status).toBe(404)
  for (const { end } of bodies) end()
  for (const answer of await Promise.all(slow)) expect(answer.status).toBe(400)
})

it('limits every operation that keeps a large body in memory', () => {
  const found = (Object.entries(operations) as [OperationId, Operation][]).filter(
    ([, { maxBodyBytes = 0, bodyType }]) => maxBodyBytes > 2 ** 20 && bodyType !== 'application/octet-stream',
  )
  expect(found.map(([id]) => id).toSorted()).toEqual(large.toSorted())
  for (const [id, { cost }] of found) expect([id, cost]).toEqual([id, 'body'])
})

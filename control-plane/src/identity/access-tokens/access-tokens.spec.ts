import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret, randomSecret } from '../../kernel/access/secrets.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import { ORIGIN, PEER, type Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Inserts another token of a user. */
async function token({ userId }: Caller, expiresInMs?: number): Promise<{ id: string; status(): Promise<number> }> {
  const [id, secret] = [randomId(), randomSecret()]
  const now = server.clock.now()
  await server.db
    .insertInto('access_tokens')
    .values({
      id,
      token_hash: hashSecret(secret),
      user_id: userId,
      client_id: randomId(),
      time_created: now,
      time_expires: expiresInMs === undefined ? null : new Date(now.getTime() + expiresInMs),
    })
    .execute()
  const headers = { authorization: `Bearer skerry-token-${secret}` }
  const status = async () => (await server.plane.fetch(new Request(`${ORIGIN}/v1/me`, { headers }), PEER)).status
  return { id, status }
}

const listed = async (caller: Caller): Promise<string[]> =>
  (await caller.ok('current_user_access_token_list')).items.map(({ id }: { id: string }) => id)

it('current_user_access_token_list lists own valid tokens, in pages', async () => {
  const [user, other] = [await server.user(), await server.user()]
  const [own] = await listed(user)
  const [forever, brief] = [await token(user), await token(user, 60_000)]
  await token(other)
  const ids = [own!, forever.id, brief.id].toSorted()
  expect(await listed(user)).toEqual(ids)
  const first = await user.ok('current_user_access_token_list', { query: { limit: 2 } })
  const second = await user.ok('current_user_access_token_list', { query: { page_token: first.next_page } })
  const all = [...first.items, ...second.items]
  expect(all.map(({ id }) => id)).toEqual(ids)
  expect(all.find(({ id }) => id === forever.id)).toEqual({
    id: forever.id,
    time_created: expect.stringMatching(/\.\d{6}Z$/),
    time_expires: null,
  })
  expect(all.find(({ id }) => id === brief.id).time_expires).toMatch(/\.\d{6}Z$/)
  server.clock.leap(60_000)
  expect(await listed(user)).toEqual(ids.filter((id) => id !== brief.id))
  expect((await user.call('current_user_access_token_list', { query: { limit: 0 } })).status).toBe(400)
})

it('a token is invalid once it has expired or is deleted', async () => {
  const user = await server.user()
  const [brief, deleted] = [await token(user, 60_000), await token(user)]
  expect([await brief.status(), await deleted.status()]).toEqual([200, 200])
  const path = { path: { token_id: deleted.id } }
  expect((await user.call('current_user_access_token_delete', path)).status).toBe(204)
  expect([await brief.status(), await deleted.status()]).toEqual([200, 401])
  server.clock.leap(59_999)
  expect(await brief.status()).toBe(200)
  server.clock.leap(1)
  expect(await brief.status()).toBe(401)
})

it('current_user_access_token_delete finds own tokens only', async () => {
  const [user, other] = [await server.user(), await server.user({ silo: 'admin' })]
  const { id, status } = await token(user)
  for (const caller of [other, server.admin])
    expect(await caller.call('current_user_access_token_delete', { path: { token_id: id } })).toMatchObject({
      status: 404,
      body: { error_code: 'ObjectNotFound', message: `not found: device-access-token with id "${id}"` },
    })
  expect(await status()).toBe(200)
  const path = { path: { token_id: id } }
  expect((await user.call('current_user_access_token_delete', { path: { token_id: 'x' } })).status).toBe(400)
  expect((await user.call('current_user_access_token_delete', path)).status).toBe(204)
  expect((await user.call('current_user_access_token_delete', path)).status).toBe(404)
})

it('the task deletes expired tokens', async () => {
  const user = await server.user()
  const [brief, forever] = [await token(user, 60_000), await token(user)]
  await server.clock.advance(11 * 60_000)
  const rows = await server.db.selectFrom('access_tokens').select('id').where('user_id', '=', user.userId).execute()
  const ids = rows.map(({ id }) => id)
  expect(ids).toContain(forever.id)
  expect(ids).not.toContain(brief.id)
})

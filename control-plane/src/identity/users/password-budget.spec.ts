import { afterAll, beforeAll, expect, it } from 'vitest'
import { argonPasswords } from '../../node/threads/passwords.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

const MAX_WAITING = 2

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ passwords: argonPasswords(MAX_WAITING) })
})
afterAll(() => server.close())

it('a user who sets many passwords at once keeps nobody from signing in', async () => {
  const user = await server.user()
  const setPassword = (_: unknown, at: number) =>
    user.call('local_idp_user_set_password', {
      path: { user_id: user.userId },
      query: { silo: 'default' },
      body: { mode: 'password', value: `password-${at}` },
    })
  const setting = Array.from({ length: MAX_WAITING + 8 }, setPassword)
  const signIn = { path: { silo_name: 'default' }, body: { username: 'admin', password: 'correct horse' } }
  expect((await server.anonymous.call('login_local', signIn)).status).toBe(204)
  for (const { status } of await Promise.all(setting)) expect(status).toBe(204)
})

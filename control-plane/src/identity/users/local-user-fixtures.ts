import { expect } from 'vitest'
import { type Caller, ORIGIN, PEER } from '../../testing/caller.ts'
import type { TestServer } from '../../testing/test-server.ts'

export const inSilo = { query: { silo: 'harbour' } }
export const password = (value: string) => ({ mode: 'password', value })

interface LocalUser {
  name: string
  id: string
}

/** Local users of the silo `harbour`, for tests. */
export function localUsers(on: () => { server: TestServer; siloAdmin: Caller }) {
  const create = (caller: Caller, external_id: string, secret: object = password('secret'), query: object = inSilo) =>
    caller.call('local_idp_user_create', { ...query, body: { external_id, password: secret } })
  const remove = (caller: Caller, user_id: string, query: object = inSilo) =>
    caller.call('local_idp_user_delete', { path: { user_id }, ...query })
  const setPassword = (caller: Caller, user_id: string, body: object, query: object = inSilo) =>
    caller.call('local_idp_user_set_password', { path: { user_id }, body, ...query })

  let names = 0
  /** A new user of the silo with the password `secret`. */
  async function newUser(): Promise<LocalUser> {
    const name = `person-${names++}`
    const { status, body } = await create(on().siloAdmin, name)
    expect(status).toBe(201)
    return { name, id: body.id }
  }

  const signIn = (username: string, secret = 'secret') =>
    on().server.anonymous.call('login_local', {
      path: { silo_name: 'harbour' },
      body: { username, password: secret },
    })

  /** The user in a session of its own. `status` is that of a request in it. */
  async function signedIn(user: LocalUser, secret?: string): Promise<Caller & { status(): Promise<number> }> {
    const { anonymous, plane } = on().server
    const cookie = (await signIn(user.name, secret)).headers.get('set-cookie')!.split(';')[0]!
    const call: Caller['call'] = (operation, request = {}) =>
      anonymous.call(operation, { ...request, headers: { cookie, ...request.headers } })
    return {
      userId: user.id,
      call,
      ok: async (operation, request) => (await call(operation, request)).body,
      status: async () => (await plane.fetch(new Request(`${ORIGIN}/v1/me`, { headers: { cookie } }), PEER)).status,
    }
  }
  return { create, remove, setPassword, newUser, signIn, signedIn }
}

import type { Role } from '@skerry/contract/rules/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../../kernel/values/uuid.ts'
import type { Caller } from '../../testing/caller.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'
import { localUsers, password } from './local-user-fixtures.ts'

let server: TestServer
let siloAdmin: Caller
let silo: string
beforeAll(async () => {
  server = await startTestServer()
  silo = await server.silo('harbour')
  siloAdmin = await server.user({ silo: 'admin' }, silo)
})
afterAll(() => server.close())

const { newUser, setPassword, signedIn, signIn } = localUsers(() => ({ server, siloAdmin }))

const assign = (
  level: 'fleet' | 'silo',
  resource_id: string,
  identity_id: string,
  role: Role,
  identity_type: 'silo_user' | 'silo_group' = 'silo_user',
) => server.db.insertInto('role_assignments').values({ level, resource_id, identity_id, identity_type, role }).execute()

describe('local_idp_user_set_password', () => {
  it('sets the password, and ends all sessions of the user', async () => {
    const user = await newUser()
    const session = await signedIn(user)
    expect((await setPassword(siloAdmin, user.id, password('better'))).status).toBe(204)
    expect(await session.status()).toBe(401)
    expect((await signIn(user.name)).status).toBe(401)
    expect((await signIn(user.name, 'better')).status).toBe(204)
    expect((await setPassword(siloAdmin, user.id, { mode: 'login_disallowed' })).status).toBe(204)
    expect((await signIn(user.name, 'better')).status).toBe(401)
  })

  it('is allowed for the caller itself, whose session it keeps', async () => {
    const user = await newUser()
    const [here, there] = [await signedIn(user), await signedIn(user)]
    expect((await setPassword(here, user.id, password('better'))).status).toBe(204)
    expect([await here.status(), await there.status()]).toEqual([200, 401])
    const other = await newUser()
    expect((await setPassword(here, other.id, password('mine now'))).status).toBe(403)
    expect((await signIn(other.name)).status).toBe(204)
  })

  it('is refused for an unknown user, and without the password', async () => {
    const user = await newUser()
    expect((await setPassword(siloAdmin, user.id, { mode: 'password' })).status).toBe(400)
    expect(await setPassword(siloAdmin, randomId(), password('x'))).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('not found: silo-user with id') },
    })
    expect((await signIn(user.name)).status).toBe(204)
  })

  it.each<[string, (userId: string) => Promise<unknown>]>([
    ['of its own', (userId) => assign('fleet', '00000000-0000-0000-0000-000000000000', userId, 'viewer')],
    [
      'of a group',
      async (userId) => {
        const group = await server.group([{ ...siloAdmin, userId }], silo)
        return assign('fleet', '00000000-0000-0000-0000-000000000000', group, 'admin', 'silo_group')
      },
    ],
  ])('is refused to a silo admin for a user with a fleet role %s', async (_, give) => {
    const user = await newUser()
    await give(user.id)
    expect((await setPassword(siloAdmin, user.id, password('mine'))).status).toBe(403)
    expect((await signIn(user.name)).status).toBe(204)
    const fleetAdmin = await server.user({ fleet: 'admin' })
    expect((await setPassword(fleetAdmin, user.id, password('theirs'))).status).toBe(204)
    const own = await signedIn(user, 'theirs')
    expect((await setPassword(own, user.id, password('secret'))).status).toBe(204)
  })

  it('refuses a concurrent sign-in with the old password', async () => {
    const user = await newUser()
    const { services } = server.plane
    const { passwords } = services
    const [compared, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    services.passwords = {
      ...passwords,
      async verify(stored, given) {
        const right = await passwords.verify(stored, given)
        compared.resolve()
        await changed.promise
        return right
      },
    }
    const signingIn = signIn(user.name)
    await compared.promise
    expect((await setPassword(siloAdmin, user.id, password('better'))).status).toBe(204)
    changed.resolve()
    expect((await signingIn).status).toBe(401)
    services.passwords = passwords
    const sessions = server.db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
    expect(await sessions.execute()).toEqual([])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Log } from '../../kernel/telemetry/log.ts'
import { certified } from '../../testing/certified.ts'
import { assertionXml, base64, providerBody, responseXml, samlSilo, signXml } from '../../testing/identity-provider.ts'
import { lockWaits } from '../../testing/lock-waits.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

/** SQLSTATEs of transactions that PostgreSQL aborted, such as deadlocks. */
const ended: string[] = []
const log: Log = (_level, _message, fields) => {
  const { code } = (fields?.['error'] ?? {}) as { code?: string }
  if (code) ended.push(code)
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ log })
})
afterAll(() => server.close())

it('A SAML sign-in and the deletion of its silo do not deadlock', async () => {
  const idp = await certified()
  await samlSilo(server, 'corp')
  await server.admin.ok('saml_identity_provider_create', { query: { silo: 'corp' }, body: providerBody(idp) })
  const signIn = (groups: string[]) => {
    const xml = signXml(responseXml(assertionXml({ groups }, server.clock.now())), idp)
    return server.anonymous.call('login_saml', {
      path: { silo_name: 'corp', provider_name: 'corporate' },
      body: new URLSearchParams({ SAMLResponse: base64(xml) }).toString(),
    })
  }
  expect((await signIn([])).status).toBe(303)

  // Stops the next sign-in after it has locked its user, before it inserts a group.
  await sql`create function stop() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$`.execute(server.db)
  await sql`create trigger stop before insert on groups for each row execute function stop()`.execute(server.db)
  const [signedIn, deleted] = await server.db.connection().execute(async (held) => {
    await sql`select pg_advisory_lock(1)`.execute(held)
    const signingIn = signIn(['crew'])
    await expect.poll(() => lockWaits(server.db)).toBe(1)
    const deleting = server.admin.call('silo_delete', { path: { silo: 'corp' } })
    await expect.poll(() => lockWaits(server.db)).toBe(2)
    await sql`select pg_advisory_unlock(1)`.execute(held)
    return Promise.all([signingIn, deleting])
  })
  expect([signedIn.status, deleted.status]).toEqual([303, 204])
  expect(ended).toEqual([])
})

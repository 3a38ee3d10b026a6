import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leastLargestTurn } from '../../clock/largest-turn.ts'
import { type Listener, listen } from '../../node/http/http.ts'
import { certified } from '../../testing/certified.ts'
import { forgedResponses, type Keys, signedResponses } from '../../testing/hostile-saml.ts'
import { assertionXml, base64, providerBody, responseXml, samlSilo, signXml } from '../../testing/identity-provider.ts'
import { type TestServer, startTestServer } from '../../testing/test-server.ts'

/** CPU time of one turn of the event loop, which does not depend on the load of the machine. */
const MAX_MS = 100

let server: TestServer
let listener: Listener
let keys: Keys

beforeAll(async () => {
  server = await startTestServer()
  listener = await listen('127.0.0.1', 0, 'SKERRY_PORT', (request, peer) => server.plane.fetch(request, peer))
  const [idp, sp, stranger] = await Promise.all([certified(), certified(), certified()])
  keys = { idp, sp, stranger }
  await samlSilo(server, 'corp')
  const signing_keypair = { public_cert: sp.certificate, private_key: sp.keyDer }
  await server.admin.ok('saml_identity_provider_create', {
    query: { silo: 'corp' },
    body: providerBody(idp, { signing_keypair }),
  })
  // Starts the thread and loads its modules.
  await loopTime(base64(signedBy(1)))
})
afterAll(async () => {
  await listener.close(0)
  await server.close()
})

const signedBy = (groups: number) => {
  const named = { nameId: `of-${groups}`, groups: Array.from({ length: groups }, (_, i) => `group-${i}`) }
  return signXml(responseXml(assertionXml(named, server.clock.now())), keys.idp)
}

/** Sends a response and a ping at the same time. Returns the CPU time of the longest turn of the event loop. */
async function loopTime(response: string): Promise<{ status: number; ms: number }> {
  const base = `http://127.0.0.1:${listener.port}`
  const body = new URLSearchParams({ SAMLResponse: response }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  let statuses: number[] = []
  const ms = await leastLargestTurn(MAX_MS, async () => {
    // An address may send 30 per minute.
    await server.db.deleteFrom('sign_in_attempts').execute()
    const answers = await Promise.all([
      fetch(`${base}/login/corp/saml/corporate`, { method: 'POST', headers, body, redirect: 'manual' }),
      fetch(`${base}/v1/ping`),
    ])
    statuses = answers.map(({ status }) => status)
  })
  const [status, ping] = statuses
  expect(ping).toBe(200)
  return { status: status!, ms }
}

describe('the event loop is not blocked by a response', () => {
  it('that is forged, or signed and far too large', async () => {
    const now = server.clock.now()
    for (const [name, xml] of Object.entries({
      ...(await forgedResponses(keys, now)),
      ...signedResponses(keys, now),
    })) {
      const { status, ms } = await loopTime(base64(xml))
      expect(status, name).toBe(400)
      expect(ms, name).toBeLessThan(MAX_MS)
    }
  })

  it.each([
    ['no base64', '%'.repeat(70_000)],
    ['thousands of fields', '&a'.repeat(80_000)],
    ['nothing', ''],
  ])('that is %s', async (_, response) => {
    const { status, ms } = await loopTime(response)
    expect(status).toBe(400)
    expect(ms).toBeLessThan(MAX_MS)
  })

  it('that names the maximum number of groups', async () => {
    const { status, ms } = await loopTime(base64(signedBy(1000)))
    expect(status).toBe(303)
    expect(ms).toBeLessThan(MAX_MS)
  })
})

import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { LogFields } from '../../kernel/telemetry/log.ts'
import { certified } from '../../testing/certified.ts'
import {
  assertionXml,
  type AssertionFields,
  base64,
  providerBody,
  responseXml,
  samlSilo,
  signXml,
} from '../../testing/identity-provider.ts'
import { startTestServer } from '../../testing/test-server.ts'

interface Posted {
  relayState?: string
  provider?: string
  headers?: Record<string, string>
}

/** A server with a silo `corp`, which has a SAML provider `corporate`, and the keys of that provider and others. */
async function openSamlSite() {
  const logged: { message: string; fields: LogFields }[] = []
  const requests: LogFields[] = []
  const server = await startTestServer({
    log: (level, message, fields = {}) => {
      if (level === 'warn') logged.push({ message, fields })
      if (message.startsWith('request ')) requests.push(fields)
    },
  })
  const [idp, other, sp, ec] = await Promise.all([certified(), certified(), certified(), certified('ec')])
  const silo = await samlSilo(server, 'corp')
  const now = () => server.clock.now()
  const site = {
    server,
    silo,
    idp,
    other,
    sp,
    ec,
    /** Warnings of the log. */
    logged,
    /** The log's lines of requests. */
    requests,
    now,
    create: (body: object) => server.admin.ok('saml_identity_provider_create', { query: { silo: 'corp' }, body }),
    signed: (fields: AssertionFields = {}) => signXml(responseXml(assertionXml(fields, now())), idp),
    post: (xml: string, { relayState, provider = 'corporate', headers }: Posted = {}) =>
      server.anonymous.call('login_saml', {
        path: { silo_name: 'corp', provider_name: provider },
        body: new URLSearchParams({
          SAMLResponse: base64(xml),
          ...(relayState !== undefined && { RelayState: relayState }),
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    async reset() {
      logged.splice(0)
      await server.db.deleteFrom('sign_in_attempts').execute()
    },
  }
  await site.create(providerBody(idp, { signing_keypair: { public_cert: sp.certificate, private_key: sp.keyDer } }))
  return site
}

type SamlSite = Awaited<ReturnType<typeof openSamlSite>>

/** The site of a file's tests, from its first test on. What one test refuses does not count against the next. */
export function samlSite(): SamlSite {
  const site = {} as SamlSite
  beforeAll(async () => void Object.assign(site, await openSamlSite()))
  beforeEach(() => site.reset())
  afterAll(() => site.server.close())
  return site
}

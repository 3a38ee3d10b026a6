// oxlint-disable-next-line typescript/triple-slash-reference -- it has no types, and e2e/ includes only imported files
/// <reference path="./samlp.d.ts" />
import { createPublicKey } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import samlp from 'samlp'
import { certified, type Certified } from './certified.ts'
import { metadataXml } from './identity-provider.ts'

export interface Person {
  nameId: string
  groups: string[]
}

/** A third-party identity provider on its own port, which signs every visitor in as this person. */
export interface SamlpProvider {
  entityId: string
  metadata: string
  /** The requests to sign in that it received. */
  requests: Record<string, string>[]
  person: Person
  /** The audience of assertions for a sign-in that starts at the provider. */
  audience: string
  /** The URL that its responses are posted to. */
  acsUrl: string
  /** If set, assertions are encrypted for this key and signed requests are checked with it. */
  serviceProvider: Certified | undefined
  [Symbol.asyncDispose](): Promise<void>
}

export async function startSamlpProvider(person: Person): Promise<SamlpProvider> {
  const own = await certified()
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', 'http://localhost')
    if (url.pathname === '/metadata') return void outgoing.end(provider.metadata)
    // A browser may also ask for an icon.
    if (!/^\/(sign-in|portal)$/.test(url.pathname)) return void outgoing.writeHead(404).end()
    const query = Object.fromEntries(url.searchParams)
    provider.requests.push(query)
    const of = provider.serviceProvider
    const answer = samlp.auth({
      issuer: provider.entityId,
      cert: own.certificatePem,
      key: own.keyPem,
      // The requesting service, or without a request the one service that it knows.
      ...(!query['SAMLRequest'] && { audience: provider.audience }),
      recipient: provider.acsUrl,
      destination: provider.acsUrl,
      getPostURL: (_audience, _request, _http, done) => done(null, provider.acsUrl),
      profileMapper: () => ({
        getClaims: () => ({ groups: provider.person.groups }),
        getNameIdentifier: () => ({ nameIdentifier: provider.person.nameId }),
      }),
      ...(of && {
        signingCert: of.certificatePem,
        encryptionCert: of.certificatePem,
        encryptionPublicKey: createPublicKey(of.key).export({ format: 'pem', type: 'spki' }).toString(),
      }),
    })
    answer(
      { method: incoming.method, query, user: {} },
      {
        set: (name, value) => outgoing.setHeader(name, value),
        send: (body) => outgoing.end(String(body)),
      },
      (error) => outgoing.writeHead(400).end(error.message),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: SamlpProvider = {
    entityId: `${address}/metadata`,
    metadata: metadataXml({
      entityId: `${address}/metadata`,
      signInUrl: `${address}/sign-in?tenant=harbour`,
      certificates: [own.certificate],
    }),
    requests: [],
    person,
    audience: '',
    acsUrl: '',
    serviceProvider: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return provider
}

import { utf8ToBytes } from '@noble/hashes/utils.js'
import { MAX_OFFERED_PROVIDERS, type sessions } from '@skerry/contract/identity/sessions.ts'
import { z } from 'zod'
import { sessionCookie } from '../../kernel/access/session-cookie.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { lockSiloShared } from '../../kernel/database/names.ts'
import { fromBase64 } from '../../kernel/http/base64.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import { type ApiError, badInput, invalidRequest, notFound, unavailable } from '../../kernel/http/errors.ts'
import { isPath } from '../../kernel/http/path.ts'
import {
  defaultFirst,
  findSamlProvider,
  lockSamlProvider,
  type SamlProviderRow,
} from '../identity-providers/identity-providers.repo.ts'
import { SamlProblem, type SamlSubject } from '../identity-providers/saml.ts'
import { keepFleetAdminAtSignIn } from '../policies/fleet-admins.repo.ts'
import { siloByName } from '../silos/silos.repo.ts'
import { replaceGroups, takeAssertion, upsertUser } from './saml.repo.ts'
import { createSession } from './sessions.repo.ts'
import { countAtAddress, forgiveAtAddress, networkOf } from './sign-in-throttle.ts'

/** The names in the path of a sign-in. */
interface Names {
  silo_name: string
  provider_name: string
}

async function findProvider(db: Queryable, names: Names): Promise<SamlProviderRow> {
  const silo = await siloByName(db, names.silo_name)
  if (!silo) throw notFound('silo', { name: names.silo_name })
  const provider = await findSamlProvider(db, { name: names.provider_name }, silo.id)
  if (!provider) throw noProvider(names)
  return provider
}

const noProvider = ({ provider_name: name }: Names) => notFound('identity-provider', { name })

const offeredProviders = (db: Queryable, siloId: string): Promise<{ name: string }[]> =>
  db
    .selectFrom('saml_identity_providers as p')
    .select('p.name')
    .where('p.silo_id', '=', siloId)
    .orderBy(defaultFirst)
    .limit(MAX_OFFERED_PROVIDERS)
    .execute()

export const samlOps: Handlers<Pick<typeof sessions, 'login_saml' | 'login_saml_begin' | 'login_providers_view'>> = {
  /** Redirects a browser to the provider, which sends it back to `login_saml`. */
  async login_saml_begin({ db, params, query, remoteAddress, services, headers }) {
    const { redirect_uri: target = '/' } = query
    if (!isPath(target)) throw badInput('unable to parse query string: redirect_uri: must be a path')
    const provider = await findProvider(db, params)
    try {
      headers['location'] = await services.saml.requestUrl(provider, networkOf(remoteAddress), relayState(target))
    } catch (error) {
      throw error instanceof SamlProblem ? unavailable(error) : error
    }
  },

  /** A silo that does not exist gets the same answer as one with local users, so silos cannot be enumerated. */
  async login_providers_view({ db, params }) {
    const silo = await siloByName(db, params.silo_name)
    const providers = silo ? await offeredProviders(db, silo.id) : []
    return { providers: providers.map(({ name }) => name), password: silo?.identity_mode !== 'saml_jit' }
  },

  async login_saml(call) {
    const { db, now, services } = call
    const provider = await findProvider(db, call.params)
    await countAtAddress(db, call.remoteAddress, now)
    const form = new URLSearchParams(await new Response(call.body as ReadableStream | null).text())
    const subject = await samlSubject(call, provider, form.get('SAMLResponse') ?? '')
    call.target(subject.nameId)
    const { silo_id: siloId } = provider
    const signIn = async (tx: Tx) => {
      // Before other locks, in the same order as the deletion of the silo.
      await lockSiloShared(tx, siloId, () => notFound('silo', { name: call.params.silo_name }))
      // If the provider was deleted meanwhile, its sign-ins have ended.
      await lockSamlProvider(tx, provider.id, () => noProvider(call.params))
      if (!(await takeAssertion(tx, siloId, subject))) throw refusal(call, provider, 'it was used before')
      const { id: userId } = await upsertUser(tx, siloId, subject.nameId, now)
      call.identifiedAs({ userId, siloId })
      await forgiveAtAddress(tx, call.remoteAddress)
      await replaceGroups(tx, { siloId, userId }, subject.groups, now)
      return createSession(tx, userId, now)
    }
    const user = { siloId, externalId: subject.nameId }
    const secret = await call.transaction((tx) => keepFleetAdminAtSignIn(tx, user, () => signIn(tx)))
    const seconds = services.settings.sessions.absoluteMs / 1000
    call.headers['set-cookie'] = sessionCookie(services.sessionCookie, secret, { seconds, secure: call.secure })
    call.headers['location'] = returnPath(form.get('RelayState'))
  },
}

type SignInCall = Pick<Call, 'services' | 'requestId' | 'remoteAddress' | 'now'>

async function samlSubject(call: SignInCall, provider: SamlProviderRow, response: string): Promise<SamlSubject> {
  try {
    return await call.services.saml.readResponse(provider, networkOf(call.remoteAddress), response, call.now)
  } catch (error) {
    throw error instanceof SamlProblem ? refusal(call, provider, error.message) : error
  }
}

/** The reason is only logged: it does not help the user, and it would help an attacker who forges responses. */
function refusal({ services, requestId }: SignInCall, provider: SamlProviderRow, reason: string): ApiError {
  services.log('warn', 'SAML response refused', { request_id: requestId, provider_id: provider.id, reason })
  return invalidRequest('the response of the identity provider was refused')
}

const RelayState = z.object({ redirect_uri: z.string().refine(isPath) })

/** The RelayState that the identity provider returns unchanged: base64 of JSON. */
const relayState = (redirectUri: string): string =>
  btoa(String.fromCharCode(...utf8ToBytes(JSON.stringify({ redirect_uri: redirectUri }))))

/** Longer than any URL that browsers and servers accept. */
const MAX_STATE = 16_384

/**
 * The path to redirect to after sign-in, encoded for a header. Other origins and invalid states lead to `/`.
 */
function returnPath(state: string | null): string {
  if (state === null || state.length > MAX_STATE) return '/'
  try {
    const { redirect_uri } = RelayState.parse(JSON.parse(new TextDecoder().decode(fromBase64(state))))
    const { pathname, search, hash } = new URL(redirect_uri, 'http://here.invalid')
    return pathname + search + hash
  } catch {
    return '/'
  }
}

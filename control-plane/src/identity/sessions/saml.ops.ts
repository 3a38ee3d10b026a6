import type { sessions } from '@skerry/contract/identity/sessions.ts'
import type { Call, Handlers } from '../../kernel/http/call.ts'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { type ApiError, badInput, invalidRequest, notFound, unavailable } from '../../kernel/errors.ts'
import { isPath } from '../../kernel/http/path.ts'
import { countAtAddress, forgiveAtAddress } from './sign-in-throttle.ts'
import { SamlProblem, type SamlSubject } from '../identity-providers/saml.ts'
import type { Services } from '../../kernel/services.ts'
import { findSamlProvider, type SamlProviderRow } from '../identity-providers/identity-providers.repo.ts'
import { keepFleetAdminAtSignIn } from '../policies/fleet-admins.repo.ts'
import { holdSilo, siloByName } from '../silos/silos.repo.ts'
import { relayState, returnPath } from './relay-state.ts'
import { replaceGroups, takeAssertion, userOf } from './saml.repo.ts'
import { sessionCookie } from './session-cookie.ts'
import { createSession } from './sessions.repo.ts'

/** The names in the path of a sign-in. */
interface Names {
  silo_name: string
  provider_name: string
}

async function providerIn(db: Queryable, names: Names): Promise<SamlProviderRow> {
  const silo = await siloByName(db, names.silo_name)
  if (!silo) throw notFound('silo', { name: names.silo_name })
  const provider = await findSamlProvider(db, { name: names.provider_name }, silo.id)
  if (!provider) throw notFound('identity-provider', { name: names.provider_name })
  return provider
}

/** Where a browser goes to sign in with a provider, which sends it back to `login_saml`. */
export async function samlRequestUrl(
  { db, saml }: Services,
  names: Names,
  redirectUri: string | null,
): Promise<string> {
  if (redirectUri !== null && !isPath(redirectUri))
    throw badInput('unable to parse query string: redirect_uri: must be a path')
  const provider = await providerIn(db, names)
  try {
    return await saml.requestUrl(provider, relayState(redirectUri ?? '/'))
  } catch (error) {
    throw error instanceof SamlProblem ? unavailable(error) : error
  }
}

export const samlOps: Handlers<Pick<typeof sessions, 'login_saml'>> = {
  async login_saml(call) {
    const { db, now, services } = call
    const provider = await providerIn(db, call.params)
    await countAtAddress(db, call.remoteAddress, now)
    const form = new URLSearchParams(await new Response(call.body as ReadableStream | null).text())
    const subject = await subjectOf(call, provider, form.get('SAMLResponse') ?? '')
    call.target(subject.nameId)
    const { silo_id: siloId } = provider
    const signIn = async (tx: Tx) => {
      // First, as its deletion does. A provider goes with its silo alone.
      if (!(await holdSilo(tx, siloId))) throw notFound('silo', { name: call.params.silo_name })
      if (!(await takeAssertion(tx, siloId, subject))) throw refusal(call, provider, 'it was used before')
      const { id: userId } = await userOf(tx, siloId, subject.nameId, now)
      call.turnsOutToBe({ userId, siloId })
      await forgiveAtAddress(tx, call.remoteAddress)
      await replaceGroups(tx, { siloId, userId }, subject.groups, now)
      return createSession(tx, userId, now)
    }
    const user = { siloId, externalId: subject.nameId }
    const secret = await call.transaction((tx) => keepFleetAdminAtSignIn(tx, user, () => signIn(tx)))
    call.headers['set-cookie'] = sessionCookie(call, secret, services.settings.sessions.absoluteMs / 1000)
    call.headers['location'] = returnPath(form.get('RelayState'))
  },
}

type Answering = Pick<Call, 'services' | 'requestId' | 'now'>

async function subjectOf(call: Answering, provider: SamlProviderRow, response: string): Promise<SamlSubject> {
  try {
    return await call.services.saml.readResponse(provider, response, call.now)
  } catch (error) {
    throw error instanceof SamlProblem ? refusal(call, provider, error.message) : error
  }
}

/** Why is for the log: the person can do nothing about it, and somebody who forges responses should not learn. */
function refusal({ services, requestId }: Answering, provider: SamlProviderRow, reason: string): ApiError {
  services.log('warn', 'SAML response refused', { request_id: requestId, provider: provider.id, reason })
  return invalidRequest('the answer of the identity provider was refused')
}

import type { identityProviders, SamlIdentityProviderCreate } from '@skerry/contract/identity/identity-providers.ts'
import { checkSelectors, selector } from '../../kernel/access/scope.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import { fromBase64 } from '../../kernel/http/base64.ts'
import type { CallAt, Handlers } from '../../kernel/http/call.ts'
import { invalidRequest, invalidValue, notFound } from '../../kernel/http/errors.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { OutboundProblem } from '../../kernel/services/outbound.ts'
import type { Services } from '../../kernel/services/services.ts'
import { keepFleetAdmin } from '../policies/fleet-admins.repo.ts'
import { findSilo } from '../silos/silos.repo.ts'
import { selectedSilo, selectedSiloForUsers } from '../silos/silos.scope.ts'
import { strongestFleetRole } from '../users/users.repo.ts'
import { providerView, samlProviderView } from './identity-provider.view.ts'
import {
  findSamlProvider,
  insertSamlProvider,
  makeDefaultProvider,
  providersOfSilo,
  type SamlProviderRow,
} from './identity-providers.repo.ts'
import { type SamlKeyPair, type SamlMetadata, SamlProblem } from './saml.ts'

const METADATA = { timeoutMs: 5_000, maxBytes: 2 ** 20 }

/** Maximum length of ids and URLs, which every sign-in request carries. SAML limits ids to 1024 characters. */
const MAX_FIELD_LENGTH = 2048
const FIELDS = [
  'acs_url',
  'group_attribute_name',
  'idp_entity_id',
  'slo_url',
  'sp_client_id',
  'technical_contact_email',
] as const

export const identityProvidersOps: Handlers<typeof identityProviders> = {
  async silo_identity_provider_list(call) {
    const silo = await selectedSilo(call)
    return pageOf(call.page, call.sort, providersOfSilo(call.db, silo.id), {
      table: 'saml_identity_providers',
      view: providerView,
    })
  },

  async saml_identity_provider_create(call) {
    const { services, body } = call
    const silo = await selectedSiloForUsers(call)
    if (silo.identity_mode !== 'saml_jit')
      throw invalidRequest(`silo "${silo.name}" has local users only: it cannot have an identity provider`)
    refuseLongFields(body)
    const keyPair = await readKeyPair(services, silo.id, body)
    const metadata = await readMetadata(services, silo.id, body)
    const { leftOut } = metadata
    if (leftOut.length)
      services.log('warn', 'SAML metadata has certificates that cannot be used', {
        request_id: call.requestId,
        silo_id: silo.id,
        reason: leftOut.join('; '),
      })
    return call.transaction(async (tx) => {
      // While the metadata was fetched, the silo may have been deleted or one of its users got a fleet role.
      await selectedSiloForUsers({ access: call.access, query: { silo: silo.id }, db: tx })
      const provider = await insertSamlProvider(tx, silo.id, body, { metadata, keyPair }, call.now)
      call.target(provider.id)
      return samlProviderView(provider)
    })
  },

  async saml_identity_provider_view(call) {
    const by = selector(call.params.provider)
    checkSelectors('saml-identity-provider', by, 'silo', call.query.silo)
    const silo = call.query.silo === undefined ? undefined : await selectedSilo(call)
    const provider = await findSamlProvider(call.db, by, silo?.id)
    if (!provider) throw notFound('saml-identity-provider', by)
    call.access.onSilo(provider.silo_id, () => notFound('saml-identity-provider', by))
    return samlProviderView(provider)
  },

  /** Sessions of its users go on, and their roles stay. */
  saml_identity_provider_delete(call) {
    return call.transaction(async (tx) => {
      const { id } = await providerInPath(call, tx)
      call.target(id)
      await keepFleetAdmin(tx, () => tx.deleteFrom('saml_identity_providers').where('id', '=', id).execute())
    })
  },

  saml_identity_provider_make_default(call) {
    return call.transaction(async (tx) => {
      const { id } = await providerInPath(call, tx)
      call.target(id)
      const gone = () => notFound('saml-identity-provider', selector(call.params.provider))
      await makeDefaultProvider(tx, id, call.now, gone)
      const provider = await findSamlProvider(tx, { id }, undefined)
      if (!provider) throw gone()
      return samlProviderView(provider)
    })
  },
}

type ProviderCall = CallAt<'provider'> & { query: { silo?: string | undefined } }

/** The provider in the path, for a change that affects the sign-in of all users of its silo. @throws 400, 404, 403 */
async function providerInPath(call: ProviderCall, db: Queryable): Promise<SamlProviderRow> {
  const { access, params, query } = call
  const by = selector(params.provider)
  checkSelectors('saml-identity-provider', by, 'silo', query.silo)
  const hidden = () => notFound('saml-identity-provider', by)
  if (query.silo !== undefined) {
    const silo = await selectedSiloForUsers({ access, query, db })
    const provider = await findSamlProvider(db, by, silo.id)
    if (!provider) throw hidden()
    return provider
  }
  const provider = await findSamlProvider(db, by, undefined)
  if (!provider) throw hidden()
  const silo = await findSilo(db, { id: provider.silo_id })
  access.onSilo(provider.silo_id, hidden, silo?.mapped_fleet_roles, await strongestFleetRole(db, provider.silo_id))
  return provider
}

function refuseLongFields(body: SamlIdentityProviderCreate): void {
  const long = FIELDS.find((field) => (body[field] ?? '').length > MAX_FIELD_LENGTH)
  if (long) throw invalidValue(long, `must be at most ${MAX_FIELD_LENGTH} characters long`)
}

const invalidSource = (why: string) => invalidValue('idp_metadata_source', why)

async function metadataText(
  { outbound }: Services,
  source: SamlIdentityProviderCreate['idp_metadata_source'],
): Promise<string> {
  const bytes = source.type === 'url' ? await fetchBytes(outbound, source.url) : fromBase64(source.data)
  if (!bytes) throw invalidSource('it is not base64')
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw invalidSource('it is a gzip file: decompress it first')
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    throw invalidSource('the metadata is neither UTF-8 nor UTF-16 with a byte order mark')
  }
}

/** Programs of Windows save files as UTF-16. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

async function fetchBytes(outbound: Services['outbound'], url: string): Promise<Uint8Array> {
  try {
    const { status, body } = await outbound.request({ url, ...METADATA })
    if (status !== 200) throw invalidSource(`the URL answered ${status}`)
    return body
  } catch (error) {
    throw error instanceof OutboundProblem ? invalidSource(`the URL cannot be used: ${error.message}`) : error
  }
}

async function readMetadata(
  services: Services,
  siloId: string,
  { idp_metadata_source: source, idp_entity_id: entityId }: SamlIdentityProviderCreate,
): Promise<SamlMetadata> {
  const xml = await metadataText(services, source)
  try {
    return await services.saml.readMetadata(siloId, xml, entityId)
  } catch (error) {
    throw error instanceof SamlProblem ? invalidSource(error.message) : error
  }
}

/** PEM is accepted as well, as it is and in base64: most tools write it. */
const pemOrDer = (text: string): Uint8Array | undefined =>
  text.trimStart().startsWith('-----BEGIN ') ? new TextEncoder().encode(text) : fromBase64(text)

async function readKeyPair(
  { saml }: Services,
  siloId: string,
  { signing_keypair: pair }: SamlIdentityProviderCreate,
): Promise<SamlKeyPair | null> {
  if (!pair) return null
  const [publicCert, privateKey] = [pemOrDer(pair.public_cert), pemOrDer(pair.private_key)]
  if (!publicCert || !privateKey) throw invalidValue('signing_keypair', 'it is neither PEM, nor DER in base64')
  try {
    return await saml.readKeyPair(siloId, publicCert, privateKey)
  } catch (error) {
    throw error instanceof SamlProblem ? invalidValue('signing_keypair', error.message) : error
  }
}

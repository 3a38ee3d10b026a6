import type { identityProviders, SamlIdentityProviderCreate } from '@skerry/contract/identity/identity-providers.ts'
import { fromBase64 } from '../../kernel/http/base64.ts'
import type { Handlers } from '../../kernel/http/call.ts'
import { invalidRequest, invalidValue, notFound } from '../../kernel/errors.ts'
import { OutboundProblem } from '../../kernel/outbound.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { type SamlKeyPair, type SamlMetadata, SamlProblem } from './saml.ts'
import { checkSelectors, selector } from '../../kernel/access/scope.ts'
import type { Services } from '../../kernel/services.ts'
import { selectedSilo, selectedSiloForUsers } from '../silos/silos.scope.ts'
import { providerView, samlProviderView } from './identity-provider.view.ts'
import { findSamlProvider, insertSamlProvider } from './identity-providers.repo.ts'

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
    const providers = call.db.selectFrom('saml_identity_providers').selectAll().where('silo_id', '=', silo.id)
    return pageOf(call.page, call.sort, providers, { table: 'saml_identity_providers', view: providerView })
  },

  async saml_identity_provider_create(call) {
    const { services, body } = call
    const silo = await selectedSiloForUsers(call)
    if (silo.identity_mode !== 'saml_jit')
      throw invalidRequest(`silo "${silo.name}" has local users only: it cannot have an identity provider`)
    refuseLongFields(body)
    const keyPair = await readKeyPair(services, silo.id, body)
    const metadata = await readMetadata(services, silo.id, body)
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
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidSource('the metadata is not UTF-8')
  }
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

async function readKeyPair(
  { saml }: Services,
  siloId: string,
  { signing_keypair: pair }: SamlIdentityProviderCreate,
): Promise<SamlKeyPair | null> {
  if (!pair) return null
  const [publicCert, privateKey] = [fromBase64(pair.public_cert), fromBase64(pair.private_key)]
  if (!publicCert || !privateKey) throw invalidValue('signing_keypair', 'it is not DER in base64')
  try {
    return await saml.readKeyPair(siloId, publicCert, privateKey)
  } catch (error) {
    throw error instanceof SamlProblem ? invalidValue('signing_keypair', error.message) : error
  }
}

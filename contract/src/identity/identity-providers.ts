import { z } from 'zod'
import { defineOperations } from '../operation.ts'
import { NameOrIdSortMode, page, resultsPage } from '../paging.ts'
import { identity, NameOrId, newIdentity } from '../values.ts'

export const DerEncodedKeyPair = z
  .object({ private_key: z.string(), public_cert: z.string() })
  .meta({ id: 'DerEncodedKeyPair' })
export type DerEncodedKeyPair = z.infer<typeof DerEncodedKeyPair>

export const IdentityProviderType = z.literal('saml').meta({ id: 'IdentityProviderType' })
export type IdentityProviderType = z.infer<typeof IdentityProviderType>

/** Whether the silo's sign-in page leads to it first. Beyond the wire contract. */
const defaultProvider = { is_default: z.boolean().optional() }

export const IdentityProvider = z
  .object({ ...identity, ...defaultProvider, provider_type: IdentityProviderType })
  .meta({ id: 'IdentityProvider' })
export type IdentityProvider = z.infer<typeof IdentityProvider>

export const IdpMetadataSource = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('url'), url: z.string() }),
    z.object({ type: z.literal('base64_encoded_xml'), data: z.string() }),
  ])
  .meta({ id: 'IdpMetadataSource' })
export type IdpMetadataSource = z.infer<typeof IdpMetadataSource>

export const SamlIdentityProvider = z
  .object({
    ...identity,
    ...defaultProvider,
    acs_url: z.string(),
    group_attribute_name: z.string().nullish(),
    idp_entity_id: z.string(),
    public_cert: z.string().nullish(),
    slo_url: z.string(),
    sp_client_id: z.string(),
    technical_contact_email: z.string(),
  })
  .meta({ id: 'SamlIdentityProvider' })
export type SamlIdentityProvider = z.infer<typeof SamlIdentityProvider>

export const SamlIdentityProviderCreate = z
  .object({
    ...newIdentity,
    acs_url: z.string(),
    group_attribute_name: z.string().nullish(),
    idp_entity_id: z.string(),
    idp_metadata_source: IdpMetadataSource,
    signing_keypair: DerEncodedKeyPair.nullable().default(null),
    slo_url: z.string(),
    sp_client_id: z.string(),
    technical_contact_email: z.string(),
  })
  .meta({ id: 'SamlIdentityProviderCreate' })
export type SamlIdentityProviderCreate = z.infer<typeof SamlIdentityProviderCreate>

export const identityProviders = defineOperations({
  silo_identity_provider_list: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/identity-providers',
    query: page(NameOrIdSortMode, { silo: NameOrId.optional() }),
    firstPage: ['silo'],
    paginated: true,
    answer: [200, resultsPage(IdentityProvider)],
  },
  saml_identity_provider_create: {
    tag: 'system/silos',
    method: 'post',
    path: '/v1/system/identity-providers/saml',
    query: z.object({ silo: NameOrId }),
    body: SamlIdentityProviderCreate,
    answer: [201, SamlIdentityProvider],
  },
  saml_identity_provider_view: {
    tag: 'system/silos',
    method: 'get',
    path: '/v1/system/identity-providers/saml/{provider}',
    params: z.object({ provider: NameOrId }),
    query: z.object({ silo: NameOrId.optional() }),
    answer: [200, SamlIdentityProvider],
  },
  saml_identity_provider_delete: {
    tag: 'system/silos',
    method: 'delete',
    path: '/v1/system/identity-providers/saml/{provider}',
    params: z.object({ provider: NameOrId }),
    query: z.object({ silo: NameOrId.optional() }),
    answer: [204],
  },
  saml_identity_provider_make_default: {
    tag: 'system/silos',
    method: 'post',
    path: '/v1/system/identity-providers/saml/{provider}/make-default',
    params: z.object({ provider: NameOrId }),
    query: z.object({ silo: NameOrId.optional() }),
    answer: [200, SamlIdentityProvider],
  },
})

import type { IdentityProvider, SamlIdentityProvider } from '@skerry/contract/identity/identity-providers.ts'
import { timestamp } from '../../kernel/values/time.ts'
import type { SamlProviderRow } from './identity-providers.repo.ts'

/** A provider in a list. */
export const providerView = ({ id, name, description, ...row }: SamlProviderRow): IdentityProvider => ({
  id,
  name,
  description,
  is_default: row.is_default,
  provider_type: 'saml',
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})

/** Leaves out the private key, which is never returned. */
export const samlProviderView = (row: SamlProviderRow): SamlIdentityProvider => ({
  id: row.id,
  name: row.name,
  description: row.description,
  is_default: row.is_default,
  acs_url: row.acs_url,
  group_attribute_name: row.group_attribute_name,
  idp_entity_id: row.idp_entity_id,
  public_cert: row.public_cert,
  slo_url: row.slo_url,
  sp_client_id: row.sp_client_id,
  technical_contact_email: row.technical_contact_email,
  time_created: timestamp(row.time_created),
  time_modified: timestamp(row.time_modified),
})

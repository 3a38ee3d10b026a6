import type { SamlIdentityProviderCreate } from '@skerry/contract/identity/identity-providers.ts'
import type { Queryable } from '../../kernel/database/database.ts'
import type { Selector } from '../../kernel/errors.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { SamlKeyPair, SamlMetadata } from './saml.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/uuid.ts'

export type SamlProviderRow = Row<'saml_identity_providers'>

/** @throws 400 when the name is taken in the silo */
export const insertSamlProvider = (
  db: Queryable,
  siloId: string,
  body: SamlIdentityProviderCreate,
  read: { metadata: SamlMetadata; keyPair: SamlKeyPair | null },
  now: Date,
): Promise<SamlProviderRow> =>
  db
    .insertInto('saml_identity_providers')
    .values({
      id: randomId(),
      silo_id: siloId,
      name: body.name,
      description: body.description,
      idp_entity_id: body.idp_entity_id,
      sp_client_id: body.sp_client_id,
      acs_url: body.acs_url,
      slo_url: body.slo_url,
      technical_contact_email: body.technical_contact_email,
      group_attribute_name: body.group_attribute_name ?? null,
      sign_in_url: read.metadata.signInUrl,
      idp_certificates: JSON.stringify(read.metadata.certificates),
      public_cert: read.keyPair?.publicCert ?? null,
      private_key: read.keyPair?.privateKey ?? null,
      time_created: now,
      time_modified: now,
    })
    .returningAll()
    .$call(throwIfTaken('saml-identity-provider', body.name))

/** A provider by its id, or by its name in a silo. */
export const findSamlProvider = (
  db: Queryable,
  by: Selector,
  siloId: string | undefined,
): Promise<SamlProviderRow | undefined> => {
  const providers = db.selectFrom('saml_identity_providers').selectAll()
  const found =
    'id' in by
      ? providers.where('id', '=', by.id)
      : providers.where('silo_id', '=', siloId ?? null).where('name', '=', by.name)
  return found.executeTakeFirst()
}

import type { SamlIdentityProviderCreate } from '@skerry/contract/identity/identity-providers.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row, Tables } from '../../kernel/database/tables.ts'
import type { ApiError, Selector } from '../../kernel/http/errors.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { SamlKeyPair, SamlMetadata } from './saml.ts'

export interface SamlProviderRow extends Row<'saml_identity_providers'> {
  is_default: boolean
}

/** Orders the providers `p` of a silo with its default first: the last that was made it, else the oldest. */
export const defaultFirst = sql`p.time_made_default desc nulls last, p.time_created, p.name`

type Providers = SelectQueryBuilder<Tables, 'saml_identity_providers', SamlProviderRow>

const providersWithDefault = (db: Queryable): Providers =>
  db
    .selectFrom('saml_identity_providers')
    .selectAll()
    .select(
      sql<boolean>`id = (
        select p.id from saml_identity_providers p where p.silo_id = saml_identity_providers.silo_id
        order by ${defaultFirst} limit 1)`.as('is_default'),
    )

export const providersOfSilo = (db: Queryable, siloId: string): Providers =>
  providersWithDefault(db).where('silo_id', '=', siloId)

/** @throws 400 when the name is taken in the silo */
export async function insertSamlProvider(
  db: Queryable,
  siloId: string,
  body: SamlIdentityProviderCreate,
  read: { metadata: SamlMetadata; keyPair: SamlKeyPair | null },
  now: Date,
): Promise<SamlProviderRow> {
  const { id } = await db
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
    .returning('id')
    .$call(throwIfTaken('saml-identity-provider', body.name))
  return providersWithDefault(db).where('id', '=', id).executeTakeFirstOrThrow()
}

/** A provider by its id, or by its name in a silo. */
export const findSamlProvider = (
  db: Queryable,
  by: Selector,
  siloId: string | undefined,
): Promise<SamlProviderRow | undefined> => {
  const providers = providersWithDefault(db)
  const found =
    'id' in by
      ? providers.where('id', '=', by.id)
      : providers.where('silo_id', '=', siloId ?? null).where('name', '=', by.name)
  return found.executeTakeFirst()
}

/** @throws `gone` if it was deleted meanwhile */
export const makeDefaultProvider = (tx: Tx, id: string, now: Date, gone: () => ApiError): Promise<unknown> =>
  tx
    .updateTable('saml_identity_providers')
    .set({ time_made_default: now, time_modified: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(gone)

/**
 * Keeps a provider from being deleted until the transaction ends.
 * @throws `gone` if it was deleted
 */
export const lockSamlProvider = (tx: Tx, id: string, gone: () => ApiError): Promise<unknown> =>
  tx.selectFrom('saml_identity_providers').select('id').where('id', '=', id).forKeyShare().executeTakeFirstOrThrow(gone)

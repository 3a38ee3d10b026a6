import type { CertificateCreate } from '@skerry/contract/identity/certificates.ts'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../../kernel/database/database.ts'
import { throwIfTaken } from '../../kernel/database/names.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { randomId } from '../../kernel/values/uuid.ts'
import type { CheckedCertificate } from './certificate-check.ts'

/** A certificate without its key, which only the TLS server reads. */
export type ListedCertificate = Omit<Row<'certificates'>, 'private_key'>

const COLUMNS = [
  'id',
  'silo_id',
  'name',
  'description',
  'cert',
  'names',
  'warnings',
  'time_starts',
  'time_expires',
  'time_created',
  'time_modified',
] as const satisfies (keyof ListedCertificate)[]

export const certificatesOfSilo = (db: Queryable, siloId: string) =>
  db.selectFrom('certificates').select(COLUMNS).where('silo_id', '=', siloId)

/** Maximum JSON size of a certificate in a list: the text of an old one may have control characters. */
export const certificateBytes = sql<number>`600 + 6 * octet_length(description) + octet_length(to_json(cert)::text)
  + octet_length(names::text) + octet_length(warnings::text)`

export const insertCertificate = (
  tx: Tx,
  siloId: string,
  { name, description }: CertificateCreate,
  { cert, key, names, starts, expires, warnings }: CheckedCertificate,
  now: Date,
): Promise<ListedCertificate> =>
  tx
    .insertInto('certificates')
    .values({
      id: randomId(),
      silo_id: siloId,
      name,
      description,
      cert,
      private_key: key,
      names: JSON.stringify(names),
      warnings: JSON.stringify(warnings),
      time_starts: starts,
      time_expires: expires,
      time_created: now,
      time_modified: now,
    })
    .returning(COLUMNS)
    .$call(throwIfTaken('certificate', name))

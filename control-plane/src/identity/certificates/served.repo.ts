import { sql } from 'kysely'
import type { Db } from '../../kernel/database/database.ts'
import type { Row } from '../../kernel/database/tables.ts'

/** A certificate with its key, for the TLS server. */
export type ServedCertificate = Pick<Row<'certificates'>, 'id' | 'cert' | 'private_key'>

/**
 * The newest certificate of a silo that is valid now and covers the host; undefined for other hosts.
 * @param options.domain of hosts `<silo>.sys.<domain>`; any domain when undefined
 * @param options.except ids of certificates that cannot be served
 */
export async function servedCertificate(
  db: Db,
  host: string,
  options: { now: Date; domain: string | undefined; except?: readonly string[] },
): Promise<ServedCertificate | undefined> {
  const { now, domain, except = [] } = options
  const [, silo, rest] = /^([^.]+)(\.sys\..+)$/.exec(host) ?? []
  if (!silo || (domain !== undefined && rest !== `.sys.${domain}`)) return undefined
  return db
    .selectFrom('certificates')
    .innerJoin('silos', 'silos.id', 'certificates.silo_id')
    .select(['certificates.id', 'cert', 'private_key'])
    .where('silos.name', '=', silo)
    .where('time_starts', '<=', now)
    .where('time_expires', '>', now)
    .where(sql<boolean>`certificates.id <> all (${except}::uuid[])`)
    .where(
      sql<boolean>`exists (
        select from jsonb_array_elements_text(certificates.names) as covered (host)
        where lower(covered.host) in (${host}, ${`*${rest}`}))`,
    )
    .orderBy('certificates.time_created', 'desc')
    .orderBy('certificates.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

import { sql } from 'kysely'
import type { Db } from '../../kernel/database/database.ts'
import { defaultFirst } from '../identity-providers/identity-providers.repo.ts'

const DEFAULT_SILO = 'default'

/**
 * The sign-in page for a request without a session: of the silo in the host `<silo>.sys.<domain>`, else of the silo
 * that the browser last signed in to, else of the default silo. Where that silo does not exist or has no identity
 * provider yet, `/login`, which asks for a silo.
 */
export async function signInPath(db: Db, { headers }: Request, domain: string | undefined): Promise<string> {
  const wanted = siloOfHost(headers.get('host') ?? '', domain) ?? rememberedSilo(headers.get('cookie') ?? '')
  const silo = await db
    .selectFrom('silos')
    .select(['name', 'identity_mode'])
    .select((eb) =>
      eb
        .selectFrom('saml_identity_providers as p')
        .select('p.name')
        .whereRef('p.silo_id', '=', 'silos.id')
        .orderBy(defaultFirst)
        .limit(1)
        .as('provider'),
    )
    .where('name', 'in', [wanted ?? DEFAULT_SILO, DEFAULT_SILO])
    .orderBy(sql`name = ${DEFAULT_SILO}`)
    .executeTakeFirst()
  if (silo?.identity_mode === 'local_only') return `/login/${silo.name}/local`
  return silo?.provider ? `/login/${silo.name}/saml/${silo.provider}` : '/login'
}

export function siloOfHost(host: string, domain: string | undefined): string | undefined {
  const [, silo, rest] = /^([a-z0-9-]+)\.sys\.([^:]+)/.exec(host.toLowerCase()) ?? []
  return domain === undefined || rest === domain ? silo : undefined
}

/** The cookie is set by the sign-in pages: `console/src/identity/sessions/remembered-silo.ts`. */
const rememberedSilo = (cookies: string): string | undefined => /(?:^|;\s*)skerry-silo=([a-z0-9-]+)/.exec(cookies)?.[1]

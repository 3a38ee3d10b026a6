import type { Silo } from '@skerry/contract/identity/silos.ts'
import { siloHost } from '@skerry/contract/rules/certificates.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'
import type { Settings } from '../../kernel/services/services.ts'

export const siloView =
  (settings: Settings) =>
  (row: Row<'silos'>): Silo => ({
    ...namedView(row),
    discoverable: row.discoverable,
    identity_mode: row.identity_mode,
    mapped_fleet_roles: row.mapped_fleet_roles,
    ...consoleOrigin(row.name, settings),
  })

/** With a domain each silo has a host of its own, and the scheme and port of the public URL. */
function consoleOrigin(silo: string, { domain, publicUrl }: Settings): Pick<Silo, 'console_origin'> {
  if (domain === undefined) return publicUrl === undefined ? {} : { console_origin: publicUrl }
  const url = new URL(publicUrl ?? `https://${domain}`)
  url.hostname = siloHost(silo, domain)
  return { console_origin: url.origin }
}

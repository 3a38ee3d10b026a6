import type { Silo } from '@skerry/contract/identity/silos.ts'
import type { Row } from '../../kernel/database/tables.ts'
import { namedView } from '../../kernel/http/named.view.ts'

export const siloView = (row: Row<'silos'>): Silo => ({
  ...namedView(row),
  discoverable: row.discoverable,
  identity_mode: row.identity_mode,
  mapped_fleet_roles: row.mapped_fleet_roles,
})

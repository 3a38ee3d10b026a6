import { isUuid } from '@skerry/contract/rules/names.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/database.ts'
import { invalidRequest } from '../../../kernel/http/errors.ts'
import type { Row } from '../../../kernel/database/tables.ts'

const KINDS = { address_lots: 'address lot', bgp_configs: 'BGP configuration' } as const

/** Finds rows by the names or ids in a body, in one statement. @throws 400 when one does not exist */
export async function namedInBody<T extends keyof typeof KINDS>(
  tx: Tx,
  table: T,
  namesOrIds: readonly string[],
): Promise<(nameOrId: string) => Row<T>> {
  const unique = [...new Set(namesOrIds)]
  const ids = unique.filter(isUuid)
  const names = unique.filter((each) => !isUuid(each))
  const { rows } = await sql<Row<T> & { id: string; name: string }>`
    select * from ${sql.table(table)} where id = any(${ids}::uuid[]) or name = any(${names}::text[])`.execute(tx)
  const found = new Map(rows.flatMap((row) => [[row.id, row] as const, [row.name, row] as const]))
  return (nameOrId) => {
    const row = found.get(nameOrId)
    if (!row) throw invalidRequest(`there is no ${KINDS[table]} "${nameOrId}"`)
    return row
  }
}

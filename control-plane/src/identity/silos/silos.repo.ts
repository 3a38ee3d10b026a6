import type { Queryable } from '../../kernel/database.ts'
import type { Selector } from '../../kernel/errors.ts'
import type { Row } from '../../kernel/tables.ts'

export const siloByName = (db: Queryable, name: string): Promise<Row<'silos'> | undefined> => findSilo(db, { name })

export const findSilo = (db: Queryable, by: Selector): Promise<Row<'silos'> | undefined> => {
  const silos = db.selectFrom('silos').selectAll()
  return ('id' in by ? silos.where('id', '=', by.id) : silos.where('name', '=', by.name)).executeTakeFirst()
}

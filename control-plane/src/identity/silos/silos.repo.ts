import type { Queryable } from '../../kernel/database.ts'

export const siloByName = (db: Queryable, name: string) =>
  db.selectFrom('silos').selectAll().where('name', '=', name).executeTakeFirst()

import { type RawBuilder, sql } from 'kysely'
import { namedBy, selectedProject } from '../access/scope.ts'
import type { Queryable } from '../database/database.ts'
import type { Row } from '../database/tables.ts'
import type { AnyCall } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import { projects } from './project.resource.ts'
import { type AnyResource, type NamedTable, parentsOf, type Resource } from './resource.ts'

/** A row, with the ids of its ancestors. */
export type Found<T extends NamedTable, Column extends string> = Row<T> & Record<'id' | 'name' | Column, string>

interface Options<T extends NamedTable, Column extends string> {
  lock?: boolean | ((row: Found<T, Column>) => Promise<unknown>) | undefined
  project?: string | undefined
}

/**
 * Finds a resource in a project or the fleet as the request names it: by id alone, or by name and its parents'
 * selectors.
 * @param options.lock locks it for a change, after the permission check: a caller without permission blocks no other
 * request. A function takes the locks that come before (ADR 12). `db` must then be a transaction
 * @param options.project id of the project, for a name that the request's selectors do not locate
 * @throws 400 if the selectors contradict each other, 404, 403
 */
export async function find<T extends NamedTable, Column extends string>(
  call: AnyCall,
  db: Queryable,
  resource: Resource<T, Column>,
  nameOrId: string,
  { lock, project }: Options<T, Column> = {},
): Promise<Found<T, Column>> {
  const named = namedBy(call, resource, nameOrId, project)
  const [own, above] = named
  const outermost = named.at(-1)!
  const isIt = named.map(({ of, by }) => ('id' in by ? equals(of, 'id', by.id) : equals(of, 'name', by.name)))
  if ('name' in outermost.by && resource.parent) isIt.push(equals(projects, 'id', project ?? selectedProject(call).id))
  for (const [column, value] of Object.entries(resource.only)) isIt.push(equals(resource, column, sql.lit(value)))
  const isSubject = call.subject?.of.resource === resource && call.subject.of.nameOrId === nameOrId
  const row = isSubject ? (call.subject?.row as Found<T, Column> | undefined) : await read(db, resource, isIt)
  if (!row) {
    if (above) await find(call, db, above.of, 'id' in above.by ? above.by.id : above.by.name)
    throw notFound(resource.kind, own.by)
  }
  const { project_id, silo_id } = row as Found<T, 'project_id' | 'silo_id'>
  // A caller who may not see the project gets 404 for the outermost resource that the request names.
  const hidden = () => notFound(outermost.of.kind, outermost.by)
  if (resource.parent) call.access.onProject({ id: project_id, silo_id }, hidden)
  else call.access.onFleet(hidden)
  if (!lock) return row
  if (typeof lock === 'function') await lock(row)
  const locked = await read(db, resource, [equals(resource, 'id', row.id)], true)
  if (!locked) throw notFound(resource.kind, own.by)
  return locked
}

const equals = ({ table }: AnyResource, column: string, value: unknown) =>
  sql`${sql.ref(`${table}.${column}`)} = ${value}`

/** Locks in the order of ADR 12: the ancestor `changedUnder` before the resource. */
async function read<T extends NamedTable, Column extends string>(
  db: Queryable,
  resource: Resource<T, Column>,
  where: readonly RawBuilder<unknown>[],
  lock = false,
): Promise<Found<T, Column> | undefined> {
  const { table, changedUnder } = resource
  const parents = [...parentsOf(resource)]
  // The project's row has the silo's id, so the silo is not joined.
  const joins = parents.slice(0, -1).map(({ of, reference }) => {
    return sql`join ${sql.table(of.table)} on ${sql.ref(`${of.table}.id`)} = ${sql.ref(reference)}`
  })
  const locked = (changedUnder ? [changedUnder.table, table] : [table]).map((each) => sql.table(each))
  const { rows } = await sql<Found<T, Column>>`
    select ${sql.join([sql`${sql.table(table)}.*`, ...parents.map(({ reference }) => sql.ref(reference))])}
    from ${sql.table(table)} ${sql.join(joins, sql` `)}
    where ${sql.join(where, sql` and `)} ${lock ? sql`for update of ${sql.join(locked)}` : sql``}`.execute(db)
  return rows[0]
}

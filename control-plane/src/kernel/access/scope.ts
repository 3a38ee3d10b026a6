import { sql } from 'kysely'
import { isUuid } from '@skerry/contract/rules/names.ts'
import type { AnyCall } from '../http/call.ts'
import type { Queryable } from '../database/database.ts'
import { invalidRequest, type Kind, notFound, type Selector } from '../errors.ts'
import type { Row } from '../database/tables.ts'

/** Parses a name-or-id. */
export const selector = (nameOrId: string): Selector => (isUuid(nameOrId) ? { id: nameOrId } : { name: nameOrId })

/**
 * The project that the request's `project` selector names.
 * @throws 404 if the actor sees no such project, 403 if its role there does not permit the operation
 */
export function selectedProject(call: AnyCall): Row<'projects'> {
  const asked = (call.query as { project?: string }).project
  if (asked === undefined) throw invalidRequest('project is required')
  const hidden = () => notFound('project', selector(asked))
  if (!call.selectedProject) throw hidden()
  call.access.onProject(call.selectedProject, hidden)
  return call.selectedProject
}

/** Tables of named resources directly in a project. */
type ProjectTable = 'instances' | 'disks' | 'snapshots' | 'vpcs'
type InProject<T extends ProjectTable> = Row<T> & { id: string; project_id: string; silo_id: string }

/**
 * Finds a resource in a project by name and project, or by id alone, and checks permission on its project.
 * @param options.lock locks the row after the permission check, so a caller without permission blocks no other request;
 * `db` must then be a transaction
 * @throws 400 if the selectors do not match, 404, 403
 */
export async function findInProject<T extends ProjectTable>(
  call: AnyCall,
  db: Queryable,
  table: T,
  kind: Kind,
  nameOrId: string,
  options: { lock?: boolean } = {},
): Promise<InProject<T>> {
  const by = selector(nameOrId)
  const project = (call.query as { project?: string | undefined }).project
  checkSelectors(kind, by, 'project', project)
  if (project !== undefined) selectedProject(call)
  const hidden = () => notFound(kind, by)
  const wasRead = !options.lock && call.subject?.of.table === table && call.subject.of.nameOrId === nameOrId
  const row = wasRead ? (call.subject?.row as InProject<T> | undefined) : await readInProject(call, db, table, by)
  if (!row) throw hidden()
  call.access.onProject({ id: row.project_id, silo_id: row.silo_id }, hidden)
  if (!options.lock) return row
  const locked = await readInProject(call, db, table, { id: row.id }, true)
  if (!locked) throw hidden()
  return locked
}

async function readInProject<T extends ProjectTable>(
  call: AnyCall,
  db: Queryable,
  table: T,
  by: Selector,
  lock = false,
): Promise<InProject<T> | undefined> {
  const isIt =
    'id' in by ? sql`t.id = ${by.id}` : sql`t.project_id = ${call.selectedProject?.id ?? null} and t.name = ${by.name}`
  const { rows } = await sql<InProject<T>>`
    select t.*, p.silo_id from ${sql.table(table)} t join projects p on p.id = t.project_id
    where ${isIt} ${lock ? sql`for update of t` : sql``}`.execute(db)
  return rows[0]
}

/** An id is given alone; a name requires the parent's selector. */
export function checkSelectors(kind: Kind, by: Selector, parent: string, given: string | undefined): void {
  if ('id' in by && given !== undefined)
    throw invalidRequest(`when ${kind} is given as an id, ${parent} must not be given`)
  if ('name' in by && given === undefined)
    throw invalidRequest(`when ${kind} is given as a name, ${parent} is required`)
}

import { isUuid } from '@skerry/contract/rules/names.ts'
import type { Call } from '../http/call.ts'
import type { Queryable } from '../database/database.ts'
import { invalidRequest, type Kind, notFound, type Selector } from '../errors.ts'
import type { Row } from '../database/tables.ts'

/** How a name-or-id was meant. */
export const selector = (nameOrId: string): Selector => (isUuid(nameOrId) ? { id: nameOrId } : { name: nameOrId })

/**
 * The project that the request's `project` selector names.
 * @throws 404 when there is none that the actor may see, 403 when the operation is beyond its role there
 */
export function selectedProject(call: Call): Row<'projects'> {
  const asked = (call.query as { project?: string }).project
  if (asked === undefined) throw invalidRequest('project is required')
  const hidden = () => notFound('project', selector(asked))
  if (!call.selectedProject) throw hidden()
  call.access.onProject(call.selectedProject, hidden)
  return call.selectedProject
}

/** Tables whose rows live in a project under a name of their own. */
type ProjectTable = 'instances' | 'disks' | 'snapshots' | 'vpcs' | 'affinity_groups'

/**
 * A thing in a project by name and project, or by id alone, with permission for the operation on its project.
 * @param options.lock takes the row for change, once permission is known, so that nobody holds up what they may not
 * change; then `db` has to be a transaction
 * @throws 400 when the selectors do not fit each other, 404, 403
 */
export async function findInProject<T extends ProjectTable>(
  call: Call,
  db: Queryable,
  table: T,
  kind: Kind,
  nameOrId: string,
  options: { lock?: boolean } = {},
): Promise<Row<T> & { silo_id: string }> {
  const by = selector(nameOrId)
  const project = (call.query as { project?: string | undefined }).project
  checkSelectors(kind, by, 'project', project)
  if (project !== undefined) selectedProject(call)
  const hidden = () => notFound(kind, by)
  const row =
    !options.lock && call.subject?.of.table === table && call.subject.of.nameOrId === nameOrId
      ? call.subject.row
      : await readInProject(call, db, table, by)
  if (!row) throw hidden()
  call.access.onProject({ id: row['project_id'] as string, silo_id: row.silo_id }, hidden)
  if (!options.lock) return row as Row<T> & { silo_id: string }
  const held = await readInProject(call, db, table, { id: row['id'] as string }, true)
  if (!held) throw hidden()
  return held as Row<T> & { silo_id: string }
}

async function readInProject(call: Call, db: Queryable, table: ProjectTable, by: Selector, lock = false) {
  // The table's name is a variable here, which Kysely's types cannot follow; the columns are those of every such table.
  let query = db
    .selectFrom(table as 'instances')
    .innerJoin('projects', 'projects.id', `${table as 'instances'}.project_id`)
    .selectAll(table as 'instances')
    .select('projects.silo_id')
  query =
    'id' in by
      ? query.where(`${table as 'instances'}.id`, '=', by.id)
      : query
          .where(`${table as 'instances'}.name`, '=', by.name)
          .where(`${table as 'instances'}.project_id`, '=', call.selectedProject?.id ?? '')
  if (lock) query = query.forUpdate(table as 'instances')
  return (await query.executeTakeFirst()) as (Record<string, unknown> & { silo_id: string }) | undefined
}

/** An id stands alone; a name needs the selector one level up. */
export function checkSelectors(kind: Kind, by: Selector, parent: string, given: string | undefined): void {
  if ('id' in by && given !== undefined)
    throw invalidRequest(`when ${kind} is given as an id, ${parent} must not be given`)
  if ('name' in by && given === undefined)
    throw invalidRequest(`when ${kind} is given as a name, ${parent} is required`)
}

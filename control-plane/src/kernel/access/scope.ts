import { isUuid } from '@skerry/contract/rules/names.ts'
import type { Row } from '../database/tables.ts'
import type { AnyCall } from '../http/call.ts'
import { invalidRequest, type Kind, notFound, type Selector } from '../http/errors.ts'
import { projects } from '../resources/project.resource.ts'
import { type AnyResource, parentsOf } from '../resources/resource.ts'

/** Parses a name-or-id. */
export const selector = (nameOrId: string): Selector => (isUuid(nameOrId) ? { id: nameOrId } : { name: nameOrId })

/**
 * The project that the request's `project` selector names.
 * @throws 404 if the actor sees no such project, 403 if its role there does not permit the operation
 */
export function selectedProject(call: AnyCall): Row<'projects'> {
  const asked = (call.query as { project?: string }).project
  if (asked === undefined)
    throw invalidRequest('project is required').concerning({ field: 'project', reason: 'is required' })
  const hidden = () => notFound('project', selector(asked))
  if (!call.selectedProject) throw hidden()
  call.access.onProject(call.selectedProject, hidden)
  return call.selectedProject
}

/** An id is given alone; a name requires the parent's selector. */
export function checkSelectors(kind: Kind, by: Selector, parent: string, given: string | undefined): void {
  if ('id' in by && given !== undefined)
    throw invalidRequest(`when ${kind} is given as an id, ${parent} must not be given`).concerning({ field: parent })
  if ('name' in by && given === undefined)
    throw invalidRequest(`when ${kind} is given as a name, ${parent} is required`).concerning({ field: parent })
}

/** A resource, and how the request names it. */
interface RequestedResource {
  of: AnyResource
  by: Selector
}

/**
 * The resource that the request names, then outwards what it lies in, up to the first that is given by id.
 * @throws 400 if the selectors contradict each other
 */
export function namedBy(
  call: AnyCall,
  of: AnyResource,
  nameOrId: string,
  project?: string,
): [RequestedResource, ...RequestedResource[]] {
  const query = call.query as Record<string, string | undefined>
  const by = selector(nameOrId)
  if (project !== undefined) return [{ of, by }]
  const parents = [...parentsOf(of)].map((parent) => parent.of)
  for (const { parameter } of 'id' in by ? parents : parents.slice(0, 1))
    checkSelectors(of.kind, by, parameter, query[parameter])
  const [parent] = parents
  // `selectedProject` is the project.
  if ('id' in by || !parent || parent === projects) return [{ of, by }]
  return [{ of, by }, ...namedBy(call, parent, query[parent.parameter]!)]
}

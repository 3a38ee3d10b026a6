import type { Row } from '../database/tables.ts'
import type { Call } from '../http/call.ts'
import { notFound } from '../http/errors.ts'
import { selector } from './scope.ts'

type InPath = Pick<Call, 'selectedProject' | 'access'> & { params: { project: string } }

/**
 * The project in the path, with permission for the operation.
 * @throws 404 if the actor sees no such project, 403
 */
export function projectInPath(call: InPath): Row<'projects'> {
  const hidden = () => notFound('project', selector(call.params.project))
  if (!call.selectedProject) throw hidden()
  call.access.onProject(call.selectedProject, hidden)
  return call.selectedProject
}

import type { Call } from '../http/call.ts'
import { type Kind, notFound, type Selector } from '../http/errors.ts'

/**
 * Returns a resource of the fleet after checking permission for the operation.
 * @throws 404 when it does not exist or the caller may not view the fleet, 403
 */
export function requireOnFleet<Resource>(
  call: Pick<Call, 'access'>,
  kind: Kind,
  by: Selector,
  resource: Resource | undefined,
): Resource {
  const hidden = () => notFound(kind, by)
  if (resource === undefined) throw hidden()
  call.access.onFleet(hidden)
  return resource
}

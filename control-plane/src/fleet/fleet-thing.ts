import type { Call } from '../kernel/http/call.ts'
import { type Kind, notFound, type Selector } from '../kernel/errors.ts'

/**
 * A thing of the fleet that was looked for, with permission for the operation.
 * @throws 404 when it is not there or the actor may not see the fleet, 403
 */
export function onFleetThing<Thing>(
  call: Pick<Call, 'access'>,
  kind: Kind,
  by: Selector,
  thing: Thing | undefined,
): Thing {
  const hidden = () => notFound(kind, by)
  if (thing === undefined) throw hidden()
  call.access.onFleet(hidden)
  return thing
}

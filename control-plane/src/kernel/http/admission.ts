import type { Operation } from '@skerry/contract/operation.ts'
import type { Actor } from '../access/actor.ts'
import type { Budgets } from '../limits/budgets.ts'
import { parseBody, readBody } from './body.ts'

/**
 * Reads the body of a request and takes the request's place in the budget of its operation's cost. A place is taken once
 * the body is there: slow clients hold none. Those of large bodies count against a budget of bodies that arrive.
 * @param places holds the place until it is disposed of
 * @throws 400 for the body, 503 when no place comes free
 */
export async function admit(
  request: Request,
  operation: Operation,
  { budgets, actor, places }: { budgets: Budgets; actor: Actor | undefined; places: DisposableStack },
): Promise<unknown> {
  const { cost } = operation
  if (!cost || !actor) return parseBody(await readBody(request, operation), operation)
  using arriving = new DisposableStack()
  if (cost === 'body') arriving.use(await budgets.take('arrivingBody', actor))
  const body = await readBody(request, operation)
  places.use(await budgets.take(cost, actor))
  return parseBody(body, operation)
}

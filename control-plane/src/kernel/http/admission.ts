import type { Operation } from '@skerry/contract/operation.ts'
import type { Actor } from '../access/actor.ts'
import type { Budgets } from '../limits/budgets.ts'
import { parseBody, readBody } from './body.ts'

/**
 * Reads a request's body, then takes a place in the budget for its operation's cost, so slow clients occupy no place.
 * Large bodies count against a budget of their own while they arrive.
 * @param places releases the place when disposed of
 * @throws 400 for the body, 503 if no place becomes free in time
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
  return await parseBody(body, operation)
}

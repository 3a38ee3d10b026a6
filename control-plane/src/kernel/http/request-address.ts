import type { Operation } from '@skerry/contract/operation.ts'
import type { OperationId } from '@skerry/contract/operations.ts'
import { asksForProject } from '@skerry/contract/rules/permissions.ts'
import type { HonoRequest } from 'hono'
import type { ProjectRoles, Subject } from '../access/actor.ts'
import { projects } from '../resources/project.resource.ts'
import type { AnyResource } from '../resources/resource.ts'
import type { Services } from '../services/services.ts'
import { type ApiError, badInput } from './errors.ts'
import { asApiError } from './failures.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, type PageState, type SortMode } from './paging.ts'
import { parseParams, parseQuery } from './parse.ts'

/** The path and query of a request. */
interface Input {
  params: Record<string, unknown>
  query: Record<string, unknown>
  limit: number
  state: PageState | undefined
}

/** A list in a project needs roles on that project only; many operations need none. */
export function projectRolesFor(id: OperationId, operation: Operation, selected: boolean): ProjectRoles {
  if (!asksForProject(id) && !operation.query?.shape['project']) return 'none'
  return operation.paginated && selected ? 'selected' : 'any'
}

/** The resource of a read whose path names a resource in a project. */
export function subjectOf(
  operation: Operation,
  params: Record<string, unknown>,
  resources: readonly AnyResource[],
): Subject | undefined {
  if (operation.method !== 'get') return undefined
  const resource = resources.find(({ parent, parameter }) => parent?.of === projects && params[parameter] !== undefined)
  return resource && { resource, nameOrId: params[resource.parameter] as string }
}

/** Parses path and query. Returns an error instead of throwing it: a caller without a credential gets 401 first. */
export function readAddress(
  request: HonoRequest,
  services: Services,
  id: OperationId,
  operation: Operation,
): { input?: Input; problem?: ApiError } {
  try {
    const params = operation.params ? parseParams(request.param() as Record<string, string>, operation.params) : {}
    const at = request.raw.url.indexOf('?')
    const text = new URLSearchParams(at < 0 ? '' : request.raw.url.slice(at + 1))
    const asked = operation.query ? parseQuery(text, operation.query) : {}
    if (!operation.paginated) return { input: { params, query: asked, limit: MAX_LIMIT, state: undefined } }
    const { limit, page_token: token, ...rest } = asked
    const state = typeof token === 'string' ? services.pageTokens.read(id, token) : undefined
    const query = state?.query ?? rest
    const missing = operation.firstPage?.find((name) => query[name] === undefined)
    if (missing)
      throw badInput(`unable to parse query string: ${missing} is required`, { field: missing, reason: 'is required' })
    return {
      input: { params, query, limit: Math.min(Number(limit ?? DEFAULT_LIMIT), operation.maxLimit ?? MAX_LIMIT), state },
    }
  } catch (error) {
    return { problem: asApiError(error) }
  }
}

export const defaultSort = (operation: Operation): SortMode => {
  const field = operation.query?.shape['sort_by']
  if (!field) return 'name_ascending'
  for (const mode of ['name_ascending', 'id_ascending', 'ascending'] as const)
    if ((field as { safeParse(value: unknown): { success: boolean } }).safeParse(mode).success) return mode
  return 'name_ascending'
}

import { routes } from './operations.gen.ts'
import type { operatorRoutes } from './operator-routes.gen.ts'

export type Operation = keyof typeof routes | keyof typeof operatorRoutes

const known: Partial<Record<Operation, string>> = { ...routes }

/** Adds the routes of what only operators may do. */
export const addRoutes = (more: typeof operatorRoutes): void => void Object.assign(known, more)

/** Loads them for an operation that is one of them; undefined where its route is there. */
export const loadRouteOf = (operation: Operation): Promise<void> | undefined =>
  operation in known
    ? undefined
    : import('./operator-routes.gen.ts').then(({ operatorRoutes: more }) => addRoutes(more))

/** Method, path, what it requires and its format. The pages of the system have loaded those of operators. */
export function routeOf(operation: Operation): string {
  const route = known[operation]
  if (route === undefined) throw new Error(`The route of ${operation} is not loaded`)
  return route
}

/** Whether it only reads; undefined while its route is not loaded. */
export const isRead = (operation: Operation): boolean | undefined => known[operation]?.startsWith('GET')

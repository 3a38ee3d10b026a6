import type { RegisteredRouter } from '@tanstack/react-router'

type Routes = RegisteredRouter['routesByPath']
/** Without those of index routes, which end in a slash: their page has the path without it too. */
type RoutePath = Exclude<keyof Routes & string, `/${string}/`>
type ParamsOf<P extends RoutePath> = Routes[P]['types']['allParams']

/** The path of a page, with nothing left to fill in. What `pathTo` has filled in counts as one of these. */
export type Path = { [P in RoutePath]: P extends `${string}$${string}` ? never : P }[RoutePath]

/** Puts parameters into a pattern of a path that is known to be a page's. */
export const fillPath = (pattern: string, params: Readonly<Record<string, string>>): Path =>
  pattern.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) as Path

/**
 * A link as data: of a list's row, in an activity. The compiler holds path and parameters against the table of routes.
 * Where the link is an element already, `<Link to params>` says the same.
 */
export const pathTo = <P extends RoutePath>(path: P, params: ParamsOf<P>): Path => fillPath(path, params)

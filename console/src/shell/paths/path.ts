import type { RegisteredRouter } from '@tanstack/react-router'

type Routes = RegisteredRouter['routesByPath']
/** Without index routes, which end in a slash: their page has the same path without it. */
type RoutePath = Exclude<keyof Routes & string, `/${string}/`>
type ParamsOf<P extends RoutePath> = Routes[P]['types']['allParams']

/** The path of a page without placeholders. Results of `pathTo` count as such. */
export type Path = { [P in RoutePath]: P extends `${string}$${string}` ? never : P }[RoutePath]

/** A parameter in the path of a page: `project`. */
export type ParamName = { [P in RoutePath]: Exclude<keyof ParamsOf<P> & string, '_splat'> }[RoutePath]

/** Fills parameters into the pattern of a known page. */
export const fillPath = (pattern: string, params: Readonly<Record<string, string>>): Path =>
  pattern.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) as Path

/**
 * A link as data: for a list's row or an activity. The compiler checks path and parameters against the table of
 * routes. For elements, `<Link to params>` does the same.
 */
export const pathTo = <P extends RoutePath>(path: P, params: ParamsOf<P>): Path => fillPath(path, params)

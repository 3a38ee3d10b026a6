import {
  type AnyContext,
  type AnyRoute,
  createRoute,
  type ResolveFullPath,
  type ResolveId,
  type ResolveParams,
  type RouteOptions,
} from '@tanstack/react-router'
import type { CrumbPattern } from '~/shell/paths/crumbs.ts'

/** A route's URL without a slash at its end: what the URLs below it begin with. */
type UrlOf<Parent extends AnyRoute> = Parent['types']['to'] extends '/' ? '' : Parent['types']['to']
type UrlBelow<Parent extends AnyRoute> = `${UrlOf<Parent>}/${string}`
/** What a URL adds to its parent's: the router's path. */
type PathOf<Parent extends AnyRoute, Url> = Url extends `${UrlOf<Parent>}/${infer Path}` ? Path : never
type LastWord<Url> = Url extends `${string}/${infer Rest}` ? LastWord<Rest> : Url
type LayoutId<Url> = `_${LastWord<Url> & string}`

/** The router's own options that differ between routes of a kind, with parameters and search inferred. */
type Options<
  Parent extends AnyRoute,
  Id extends string,
  Path extends string,
  Search,
  Deps extends object = object,
> = Pick<
  RouteOptions<
    unknown,
    Parent,
    ResolveId<Parent, Id, Path>,
    Id,
    ResolveFullPath<Parent, Path>,
    Path,
    Search,
    ResolveParams<Path>,
    Deps,
    unknown,
    AnyContext
  >,
  'validateSearch' | 'loaderDeps' | 'loader' | 'component'
>

/** What a page adds to the trail. A label alone leads to the page itself. */
type Crumbs = string | readonly (string | CrumbPattern)[]

const pageData = (url: string, crumbs: Crumbs) => ({
  page: true as const,
  crumbs: [crumbs].flat().map((crumb) => (typeof crumb === 'string' ? { label: crumb, to: url } : crumb)),
})

/** Routes themselves learn their URL only when the router is made. */
function urlOf({ options }: AnyRoute): string {
  const { getParentRoute, path = '' } = options as { getParentRoute?: () => AnyRoute; path?: string }
  return getParentRoute ? `${urlOf(getParentRoute())}/${path}`.replace(/\/+$/, '') : ''
}

const pathOf = <Parent extends AnyRoute, Url extends string>(parent: Parent, url: Url) =>
  url.slice(urlOf(parent).length + 1) as PathOf<Parent, Url>

/** Keeps a list of routes, which takes any, from lending its `any` to the types of the route. */
const asTyped = <R>(route: R): NoInfer<R> => route

/** A page; below a page, one of its tabs. */
export const page = <
  Parent extends AnyRoute,
  const Url extends UrlBelow<Parent>,
  Search = undefined,
  Deps extends object = object,
>(
  parent: Parent,
  url: Url,
  crumbs: Crumbs,
  options: Options<Parent, string, PathOf<Parent, Url>, Search, Deps>,
) =>
  asTyped(
    createRoute({
      getParentRoute: () => parent,
      path: pathOf(parent, url),
      staticData: pageData(url, crumbs),
      ...options,
    }),
  )

/** A panel over a page, which stays as it is. */
export const panel = <
  Parent extends AnyRoute,
  const Url extends UrlBelow<Parent>,
  Search = undefined,
  Deps extends object = object,
>(
  parent: Parent,
  url: Url,
  title: string,
  options: Options<Parent, string, PathOf<Parent, Url>, Search, Deps>,
) =>
  asTyped(
    createRoute({
      getParentRoute: () => parent,
      path: pathOf(parent, url),
      staticData: { panel: title },
      ...options,
    }),
  )

const layout = <Parent extends AnyRoute, const Url extends UrlBelow<Parent>, Search>(
  parent: Parent,
  url: Url,
  crumbs: Crumbs,
  options: Options<Parent, LayoutId<Url>, '/', Search>,
) =>
  createRoute({
    getParentRoute: () => parent,
    id: `_${url.slice(url.lastIndexOf('/') + 1)}` as LayoutId<Url>,
    staticData: pageData(url, crumbs),
    ...options,
  })

/**
 * A page with panels whose URLs are not all below its own, such as `/disks` with `/disks-new`. So it is a layout that
 * adds nothing to the URL, only `_disks` to the id; the page's own URL is the first of its children.
 */
export const pageWithPanels = <
  Parent extends AnyRoute,
  const Url extends UrlBelow<Parent>,
  const Panels extends readonly AnyRoute[],
  Search = undefined,
>(
  parent: Parent,
  url: Url,
  crumbs: Crumbs,
  {
    panels,
    ...options
  }: Options<Parent, LayoutId<Url>, '/', Search> & {
    panels: (page: ReturnType<typeof layout<Parent, Url, Search>>) => Panels
  },
) => {
  const page = layout(parent, url, crumbs, options)
  const index = createRoute({ getParentRoute: () => page, path: pathOf(parent, url) })
  return asTyped(page.addChildren([index, ...panels(page)]))
}

/** A URL that leads on to another. It is thrown, so that the compiler can hold it against this very table. */
export const redirectFrom = <Parent extends AnyRoute, const Url extends UrlBelow<Parent> | UrlOf<Parent>>(
  parent: Parent,
  url: Url,
  throwRedirect: (at: {
    params: Parent['types']['allParams']
    search: Parent['types']['fullSearchSchema']
    context: Parent['types']['allContext']
  }) => never | Promise<never>,
) =>
  createRoute({
    getParentRoute: () => parent,
    path: (pathOf(parent, url) || '/') as Url extends UrlOf<Parent> ? '/' : PathOf<Parent, Url>,
    beforeLoad: throwRedirect,
  })

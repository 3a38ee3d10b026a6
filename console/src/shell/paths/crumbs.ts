import { type AnyRouteMatch, useMatches } from '@tanstack/react-router'
import { hasStatus } from '~/api/errors.ts'
import { fillPath, type Path } from './path.ts'

/**
 * What a route adds to the trail; `$project` stands for the parameter of the URL. A test requires a page at each path.
 * Where the URL has an id for a named thing, the label is `$title` and the loader returns `{ title }`.
 */
export interface CrumbPattern {
  label: string
  /** `/projects/$project/instances`. */
  to: string
}

export interface Crumb {
  label: string
  to: Path
}

type Match = Pick<AnyRouteMatch, 'id' | 'params' | 'staticData'> & {
  status?: string
  error?: unknown
  loaderData?: unknown
}

const hasFailed = ({ status }: { status?: string }) => status === 'error' || status === 'notFound'

/** The matches on screen: without a failed one and its children. */
export function visible<M extends { status?: string }>(matches: readonly M[]): readonly M[] {
  const failed = matches.findIndex(hasFailed)
  return failed < 0 ? matches : matches.slice(0, failed)
}

const fillLabel = (label: string, params: Readonly<Record<string, string>>) =>
  label.replace(/^\$(\w+)$/, (_, name: string) => params[name] ?? '')

export const trailOf = (matches: readonly Match[]): Crumb[] =>
  visible(matches).flatMap(({ staticData: { crumbs = [] }, params, loaderData }) =>
    crumbs.map(({ label, to }) => ({
      label: fillLabel(label, { ...params, ...(loaderData as { title?: string } | undefined) }),
      to: fillPath(to, params),
    })),
  )

/** `Storage / db1 / Instances / web / Projects / Skerry`; a panel's title comes first. */
export function titleOf(matches: readonly Match[]): string {
  const failed = matches.find(hasFailed)
  const own = failed ? failureTitle(failed) : matches.at(-1)?.staticData.panel
  const labels = trailOf(matches).map((crumb) => crumb.label)
  return [...labels, ...(own ? [own] : [])].toReversed().concat('Skerry').join(' / ')
}

function failureTitle({ status, error }: Match): string {
  if (status === 'notFound' || hasStatus(error, 404)) return 'Page not found'
  return hasStatus(error, 403) ? error.message : 'Something went wrong'
}

/** Identifies the page: a list and the panels over it are one page, and so are the tabs of a thing. */
export const pageOf = (matches: readonly Match[]): string =>
  (matches.find((match) => match.staticData.page) ?? matches.at(-1))?.id ?? ''

export const useTrail = (): Crumb[] => trailOf(useMatches())

import { type AnyRouteMatch, useMatches } from '@tanstack/react-router'

export interface Crumb {
  label: string
  /** Path of the page it leads to: `/projects/web/instances`. */
  to: string
}

/** What a route adds to the trail, from the parameters of the URL. */
export type Crumbs = (params: Readonly<Record<string, string>>) => readonly Crumb[]

type Match = Pick<AnyRouteMatch, 'id' | 'params' | 'staticData'>

/** The trail of a page, outermost first. */
export const trailOf = (matches: readonly Match[]): Crumb[] =>
  matches.flatMap(({ staticData, params }) => staticData.crumbs?.(params as Record<string, string>) ?? [])

/** `Storage / db1 / Instances / web / Projects / Skerry`; a panel's title comes first. */
export function titleOf(matches: readonly Match[]): string {
  const panel = matches.at(-1)?.staticData.panel
  const labels = trailOf(matches).map((crumb) => crumb.label)
  return [...labels, ...(panel ? [panel] : [])].toReversed().concat('Skerry').join(' / ')
}

/** Tells pages apart: a list and the panels over it are one page, and so are the tabs of a thing. */
export const pageOf = (matches: readonly Match[]): string =>
  (matches.findLast((match) => match.staticData.page) ?? matches.at(-1))?.id ?? ''

export const useTrail = (): Crumb[] => trailOf(useMatches())

import { type AnyRouteMatch, useMatches } from '@tanstack/react-router'
import { hasStatus } from '~/api/errors.ts'

export interface Crumb {
  label: string
  /** Path of the page it leads to: `/projects/web/instances`. */
  to: string
}

/** What a route adds to the trail, from the parameters of the URL. */
export type Crumbs = (params: Readonly<Record<string, string>>) => readonly Crumb[]

type Match = Pick<AnyRouteMatch, 'id' | 'params' | 'staticData'> & { status?: string; error?: unknown }

/** The matches that are on screen: without the one that failed and what would stand in it. */
export function shown<M extends { status?: string }>(matches: readonly M[]): readonly M[] {
  const failed = matches.findIndex((match) => match.status === 'error')
  return failed < 0 ? matches : matches.slice(0, failed)
}

/** The trail of a page, outermost first. */
export const trailOf = (matches: readonly Match[]): Crumb[] =>
  shown(matches).flatMap(({ staticData, params }) => staticData.crumbs?.(params as Record<string, string>) ?? [])

/** `Storage / db1 / Instances / web / Projects / Skerry`; a panel's title comes first. */
export function titleOf(matches: readonly Match[]): string {
  const failed = matches.find((match) => match.status === 'error')
  const own = failed ? failureTitle(failed.error) : matches.at(-1)?.staticData.panel
  const labels = trailOf(matches).map((crumb) => crumb.label)
  return [...labels, ...(own ? [own] : [])].toReversed().concat('Skerry').join(' / ')
}

const failureTitle = (error: unknown) => (hasStatus(error, 404) ? 'Page not found' : 'Something went wrong')

/** Tells pages apart: a list and the panels over it are one page, and so are the tabs of a thing. */
export const pageOf = (matches: readonly Match[]): string =>
  (matches.findLast((match) => match.staticData.page) ?? matches.at(-1))?.id ?? ''

export const useTrail = (): Crumb[] => trailOf(useMatches())

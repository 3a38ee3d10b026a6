import { type Role, roleSuffices } from '@skerry/contract/rules/roles.ts'
import { useMatches, useParams } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { missingOperations } from '~/api/missing-operations.ts'
import type { Operation } from '~/api/routes.ts'
import { type KnownRole, useRoles } from '../access/roles.ts'
import { visible } from '../paths/crumbs.ts'
import type { Path } from '../paths/path.ts'
import { type Area, navigation, type NavItem, type NavPlace } from './navigation.ts'

export interface AreaNow {
  area: Area
  /** Over the sidebar: the project's name, or the area's. */
  heading: string
  /** Name or id in the URL; empty outside projects. */
  project: string
  items: readonly (Omit<NavItem, 'to'> & { to: Path })[]
}

const headings: Record<Area, (project: string) => string> = {
  silo: () => 'Silo',
  project: (project) => project,
  system: () => 'System',
  settings: () => 'Settings',
}

/** Items whose pages the server offers. An item with places leads to the first of them. */
const offeredItems = (items: readonly NavItem[], missing: ReadonlySet<Operation>): readonly NavItem[] => {
  const isOffered = ({ needs }: Pick<NavPlace, 'needs'>) => !needs || !missing.has(needs)
  return items.filter(isOffered).flatMap((item) => {
    if (!item.places) return [item]
    const places = item.places.filter(isOffered)
    const [first] = places
    return first ? [{ ...item, places, to: () => first.to }] : []
  })
}

const useMissingOperations = () => useSyncExternalStore(missingOperations.watch, missingOperations.get)

/** Whether the server offers an operation, as far as is known. */
export const useIsOffered = (operation: Operation): boolean => !useMissingOperations().has(operation)

/** While the role is not known: what nearly all may see, not what is for admins. */
const isShownTo = (role: KnownRole, needed: Role): boolean =>
  role === 'unknown' ? needed === 'viewer' : roleSuffices(role, needed)

/** Those of an area's items that the user is shown. */
export function useShownItems(): (items: readonly NavItem[]) => readonly NavItem[] {
  const { silo } = useRoles()
  const missing = useMissingOperations()
  return useCallback(
    (items) => offeredItems(items, missing).filter(({ siloRole }) => !siloRole || isShownTo(silo, siloRole)),
    [silo, missing],
  )
}

/** Where the page on screen belongs. */
export function useArea(): AreaNow {
  const area =
    useMatches({ select: (matches) => visible(matches).findLast((match) => match.staticData.area)?.staticData.area }) ??
    'silo'
  const shown = useShownItems()
  const { project = '' } = useParams({ strict: false }) as { project?: string }
  return {
    area,
    project,
    heading: headings[area](project),
    items: shown(navigation[area]).map((item) => ({ ...item, to: item.to(project) })),
  }
}

import { useMatches, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { visible } from './crumbs.ts'
import { type Area, navigation, type NavItem } from './navigation.ts'
import type { Path } from './path.ts'
import { useRoles } from './roles.ts'

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

/** The items of an area that the user is shown. */
export function useNavigation(): (area: Area) => readonly NavItem[] {
  const { silo } = useRoles()
  return useCallback((area) => navigation[area].filter(({ adminsOnly }) => !adminsOnly || silo === 'admin'), [silo])
}

/** Where the page on screen belongs. */
export function useArea(): AreaNow {
  const area =
    useMatches({ select: (matches) => visible(matches).findLast((match) => match.staticData.area)?.staticData.area }) ??
    'silo'
  const itemsOf = useNavigation()
  const { project = '' } = useParams({ strict: false }) as { project?: string }
  return {
    area,
    project,
    heading: headings[area](project),
    items: itemsOf(area).map((item) => ({ ...item, to: item.to(project) })),
  }
}

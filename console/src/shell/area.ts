import { useMatches, useParams } from '@tanstack/react-router'
import { visible } from './crumbs.ts'
import { type Area, navigation, type NavItem } from './navigation.ts'
import type { Path } from './path.ts'

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

/** Where the page on screen belongs. */
export function useArea(): AreaNow {
  const area =
    useMatches({ select: (matches) => visible(matches).findLast((match) => match.staticData.area)?.staticData.area }) ??
    'silo'
  const { project = '' } = useParams({ strict: false }) as { project?: string }
  return {
    area,
    project,
    heading: headings[area](project),
    items: navigation[area].map((item) => ({ ...item, to: item.to(project) })),
  }
}

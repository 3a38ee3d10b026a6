import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { inProject } from '~/shell/things/in-project.ts'

export const disksSource = (project: string): ListSource<'diskList'> => ({ method: 'diskList', query: { project } })

export const diskQuery = (project: string, disk: string) =>
  apiQuery('diskView', { path: { disk }, ...inProject(project, disk) })

interface NewDiskSearch {
  /** Id of the snapshot to begin with. */
  snapshot?: string
}

/** What the form of a new disk takes from its URL. */
export const newDiskSearch = ({ snapshot }: Record<string, unknown>): NewDiskSearch =>
  typeof snapshot === 'string' ? { snapshot } : {}

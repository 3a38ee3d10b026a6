import { apiQuery, wholeListQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import { inProject } from '~/shell/things/in-project.ts'

export const instancesSource = (project: string): ListSource<'instanceList'> => ({
  method: 'instanceList',
  query: { project },
})

/** What the URL of an instance's page says: names, or ids. */
export interface InstanceParams {
  project: string
  instance: string
}

/** Selects the instance of the URL; an id stands alone. */
export const instanceSelector = ({ project, instance }: InstanceParams) => ({
  path: { instance },
  ...inProject(project, instance),
})

export const instanceQuery = (params: InstanceParams) => apiQuery('instanceView', instanceSelector(params))

export const instanceDisksQuery = (params: InstanceParams) =>
  wholeListQuery('instanceDiskList', instanceSelector(params))

/** Page of an instance's disks, the first of its tabs. */
export const instancePath = (project: string, instance: string): Path =>
  pathTo('/projects/$project/instances/$instance/storage', { project, instance })

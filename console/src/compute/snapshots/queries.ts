import { apiQuery } from '~/api/queries.ts'
import { inProject } from '~/compute/in-project.ts'
import type { ListSource } from '~/shell/list.ts'

export const snapshotsSource = (project: string): ListSource<'snapshotList'> => ({
  method: 'snapshotList',
  query: { project },
})

export const snapshotQuery = (project: string, snapshot: string) =>
  apiQuery('snapshotView', { path: { snapshot }, ...inProject(project, snapshot) })

import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { inProject } from '~/shell/things/in-project.ts'

export const snapshotsSource = (project: string): ListSource<'snapshotList'> => ({
  method: 'snapshotList',
  query: { project },
})

export const snapshotQuery = (project: string, snapshot: string) =>
  apiQuery('snapshotView', { path: { snapshot }, ...inProject(project, snapshot) })

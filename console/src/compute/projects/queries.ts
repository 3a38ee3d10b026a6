import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'

export const projectsSource: ListSource<'projectList'> = { method: 'projectList' }

export const projectQuery = (project: string) => apiQuery('projectView', { path: { project } })

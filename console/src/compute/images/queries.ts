import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { inProject } from '~/shell/things/in-project.ts'

export const siloImagesSource: ListSource<'imageList'> = { method: 'imageList' }

export const projectImagesSource = (project: string): ListSource<'imageList'> => ({
  method: 'imageList',
  query: { project },
})

export const siloImageQuery = (image: string) => apiQuery('imageView', { path: { image } })

export const projectImageQuery = (project: string, image: string) =>
  apiQuery('imageView', { path: { image }, ...inProject(project, image) })

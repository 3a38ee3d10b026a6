import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list.ts'

// Apart from the pages that show them: what a loader needs is loaded at once, a page only when it is opened.
export const siloImagesSource: ListSource<'imageList'> = { method: 'imageList' }

export const projectImagesSource = (project: string): ListSource<'imageList'> => ({
  method: 'imageList',
  query: { project },
})

export const siloImageQuery = (image: string) => apiQuery('imageView', { path: { image } })

export const projectImageQuery = (project: string, image: string) =>
  apiQuery('imageView', { path: { image }, query: { project } })

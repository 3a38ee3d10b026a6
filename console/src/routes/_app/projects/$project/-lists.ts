import type { ListSource } from '~/shell/list.ts'

// Apart from the pages that show them: what a loader needs is loaded at once, a page only when it is opened.
export const instancesSource = (project: string): ListSource<'instanceList'> => ({
  method: 'instanceList',
  query: { project },
})
export const disksSource = (project: string): ListSource<'diskList'> => ({ method: 'diskList', query: { project } })
export const snapshotsSource = (project: string): ListSource<'snapshotList'> => ({
  method: 'snapshotList',
  query: { project },
})
export const projectImagesSource = (project: string): ListSource<'imageList'> => ({
  method: 'imageList',
  query: { project },
})

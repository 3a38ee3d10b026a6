import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { inProject } from '~/shell/things/in-project.ts'

export const floatingIpsSource = (project: string): ListSource<'floatingIpList'> => ({
  method: 'floatingIpList',
  query: { project },
})

/** The address of the URL; an id stands alone. */
export const floatingIpQuery = (project: string, floatingIp: string) =>
  apiQuery('floatingIpView', { path: { floatingIp }, ...inProject(project, floatingIp) })

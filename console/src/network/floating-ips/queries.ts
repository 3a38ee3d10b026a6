import { apiQuery } from '~/api/queries.ts'
import { inProject } from '~/compute/in-project.ts'
import type { ListSource } from '~/shell/list.ts'

export const floatingIpsSource = (project: string): ListSource<'floatingIpList'> => ({
  method: 'floatingIpList',
  query: { project },
})

/** The address of the URL; an id stands alone. */
export const floatingIpQuery = (project: string, floatingIp: string) =>
  apiQuery('floatingIpView', { path: { floatingIp }, ...inProject(project, floatingIp) })

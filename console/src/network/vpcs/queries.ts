import { isUuid } from '@skerry/contract/rules/names.ts'
import { apiQuery } from '~/api/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import { inProject } from '~/shell/things/in-project.ts'

export const vpcsSource = (project: string): ListSource<'vpcList'> => ({ method: 'vpcList', query: { project } })

/** What the URL of a VPC's page says: names, or ids. */
export interface VpcParams {
  project: string
  vpc: string
}

/** Selects the VPC of the URL, and with a name what stands in it; an id stands alone. */
export const inVpc = ({ project, vpc }: VpcParams) => (isUuid(vpc) ? { vpc } : { vpc, project })

export const vpcQuery = ({ project, vpc }: VpcParams) =>
  apiQuery('vpcView', { path: { vpc }, ...inProject(project, vpc) })

export const vpcsPath = (project: string): Path => pathTo('/projects/$project/vpcs', { project })

export const vpcPath = (project: string, vpc: string): Path =>
  pathTo('/projects/$project/vpcs/$vpc/firewall-rules', { project, vpc })

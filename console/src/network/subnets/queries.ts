import { isUuid } from '@skerry/contract/rules/names.ts'
import { apiQuery } from '~/api/queries.ts'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import type { ListSource } from '~/shell/list/list.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const subnetsSource = (params: VpcParams): ListSource<'vpcSubnetList'> => ({
  method: 'vpcSubnetList',
  query: inVpc(params),
})

export const subnetQuery = (params: VpcParams & { subnet: string }) =>
  apiQuery('vpcSubnetView', {
    path: { subnet: params.subnet },
    ...(!isUuid(params.subnet) && { query: inVpc(params) }),
  })

export const subnetsPath = ({ project, vpc }: VpcParams): Path =>
  pathTo('/projects/$project/vpcs/$vpc/subnets', { project, vpc })

export const subnetPath = ({ project, vpc }: VpcParams, subnet: string): Path =>
  pathTo('/projects/$project/vpcs/$vpc/subnets/$subnet/edit', { project, vpc, subnet })

import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { apiQuery } from '~/api/queries.ts'
import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { inVpc, type VpcParams } from '~/network/vpcs/queries.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'

export const rulesQuery = (params: VpcParams) => apiQuery('vpcFirewallRulesView', { query: inVpc(params) })

export const findRule = (rules: readonly VpcFirewallRule[], nameOrId: string): VpcFirewallRule | undefined =>
  rules.find(({ name, id }) => name === nameOrId || id === nameOrId)

/** Reads the rules for a form about one of them. A rule that is not there is the not-found page. */
export async function loadRule(queryClient: QueryClient, params: VpcParams & { rule: string }): Promise<void> {
  const { rules } = await queryClient.fetchQuery(rulesQuery(params))
  if (!findRule(rules, params.rule)) throw notFound()
}

export const rulesPath = ({ project, vpc }: VpcParams): Path =>
  pathTo('/projects/$project/vpcs/$vpc/firewall-rules', { project, vpc })

export const rulePath = ({ project, vpc }: VpcParams, rule: string): Path =>
  pathTo('/projects/$project/vpcs/$vpc/firewall-rules/$rule/edit', { project, vpc, rule })

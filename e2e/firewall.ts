import { type APIRequestContext, expect } from '@playwright/test'
import { get } from './network.ts'

export interface Rule {
  name: string
  status: string
  priority: number
}

const api = (project: string) => `/v1/vpc-firewall-rules?vpc=default&project=${project}`

/** The firewall rules of a project's first VPC. */
export const rulesOf = async (request: APIRequestContext, project: string): Promise<Rule[]> =>
  (await get<{ rules: Rule[] }>(request, api(project))).rules

/** Changes by another client. */
export async function writeRules(
  request: APIRequestContext,
  project: string,
  change: (rules: Rule[]) => object[],
): Promise<void> {
  const answer = await request.put(api(project), { data: { rules: change(await rulesOf(request, project)) } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** The page of the firewall rules of a project's first VPC. */
export const rulesPath = (project: string, rest = ''): string =>
  `/projects/${project}/vpcs/default/firewall-rules${rest}`

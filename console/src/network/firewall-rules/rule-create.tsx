import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { findRule, rulesQuery } from './queries.ts'
import { RuleForm } from './rule-form.tsx'
import { nameOfCopy, newRule, valuesOf } from './rule-values.ts'

const newRoute = getRouteApi('/_app/projects/$project/vpcs/$vpc')
const cloneRoute = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_firewall-rules/firewall-rules-new/$rule')

export const NewRule = () => <RuleForm params={newRoute.useParams()} start={newRule} />

export function CloneRule() {
  const params = cloneRoute.useParams()
  const { rules } = useSuspenseQuery(rulesQuery(params)).data
  const cloned = findRule(rules, params.rule)
  const values = cloned ? valuesOf(cloned) : newRule
  const name = cloned ? nameOfCopy(cloned.name, new Set(rules.map((each) => each.name))) : ''
  return <RuleForm params={params} start={{ ...values, name }} />
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { findRule, rulesQuery } from './queries.ts'
import { RuleForm } from './rule-form.tsx'
import { valuesOf } from './rule-values.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_firewall-rules/firewall-rules/$rule/edit')

export function EditRule() {
  const params = route.useParams()
  const { rules } = useSuspenseQuery(rulesQuery(params)).data
  // The rule as the form began with it, whatever happens to it while the form is open.
  const [edited] = useState(() => findRule(rules, params.rule))
  return edited && <RuleForm params={params} edited={edited} start={valuesOf(edited)} />
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { PanelForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { toast } from '~/lib/toast.ts'
import { type VpcParams, vpcQuery } from '~/network/vpcs/queries.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { useConflictSafe } from '~/shell/conflict/use-conflict-safe.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { useClosePanel } from '~/shell/paths/use-close-panel.ts'
import { findRule, rulesPath, rulesQuery } from './queries.ts'
import { RuleFields } from './rule-fields.tsx'
import { nameOfCopy, newRule, ruleOf, rulesWith, type RuleValues, valuesOf } from './rule-values.ts'
import { changeRule } from './rules-update.ts'

interface RuleFormProps {
  params: VpcParams
  /** The rule that is edited; none for a new one. */
  edited?: VpcFirewallRule
  start: RuleValues
}

/** The panel of a new or an edited rule. It changes that rule alone. */
export function RuleForm({ params, edited, start }: RuleFormProps) {
  const { data: vpc } = useSuspenseQuery(vpcQuery(params))
  const { rules } = useSuspenseQuery(rulesQuery(params)).data
  const form = useForm<RuleValues>({ defaultValues: start })
  const close = useClosePanel(rulesPath(params))
  const [title, verb] = edited ? ['Edit firewall rule', 'Update'] : ['Create firewall rule', 'Create']
  const { submit, question } = useConflictSafe<RuleValues, RuleValues | undefined, void>({
    form,
    start: edited && start,
    // A rule that was deleted meanwhile is created again as the form has it.
    valuesOf: (rule) => rule ?? form.getValues(),
    save: async (base, values) => {
      await changeRule(vpc.id, base, values)
      toast({ content: outcome('Firewall rule', values.name, edited ? 'updated' : 'created') })
    },
    onDiscard: close,
  })
  const refusal = useRefusal('vpc_firewall_rules_update', { project: params.project })
  return (
    <PanelForm
      form={form}
      title={title}
      submitLabel={`${verb} firewall rule`}
      refusal={refusal}
      onSubmit={submit}
      onClose={close}
      copyAs={
        <CopyAs
          form={form}
          creates="vpcFirewallRulesUpdate"
          request={(values) =>
            copyRequest('vpcFirewallRulesUpdate', {
              query: { vpc: vpc.id },
              body: { rules: rulesWith(rules, { original: edited, rule: ruleOf(values) }) },
            })
          }
        />
      }
    >
      {question}
      {edited && <Metadata thing={edited} />}
      <RuleFields
        control={form.control}
        params={params}
        taken={new Set(rules.map(({ name }) => name).filter((name) => name !== edited?.name))}
      />
    </PanelForm>
  )
}

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

const editRoute = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_firewall-rules/firewall-rules/$rule/edit')

export function EditRule() {
  const params = editRoute.useParams()
  const { rules } = useSuspenseQuery(rulesQuery(params)).data
  // The rule as the form began with it, whatever happens to it while the form is open.
  const [edited] = useState(() => findRule(rules, params.rule))
  return edited && <RuleForm params={params} edited={edited} start={valuesOf(edited)} />
}

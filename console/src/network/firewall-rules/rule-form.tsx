import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { CopyAs } from '~/form/copy-as-menu.tsx'
import { PanelForm } from '~/form/form-shells.tsx'
import { useForm } from '~/form/use-form.ts'
import { vpcQuery, type VpcParams } from '~/network/vpcs/queries.ts'
import { ConflictChoice, ConflictError } from '~/shell/conflict.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { useClosePanel } from '~/shell/use-close-panel.ts'
import { toast } from '~/ui/toast.ts'
import { rulesPath, rulesQuery } from './queries.ts'
import { RuleFields } from './rule-fields.tsx'
import { type RuleValues, ruleOf } from './rule-values.ts'
import { changeRules, rulesWith } from './rules-update.ts'

interface RuleFormProps {
  params: VpcParams
  /** The rule that is edited; none for a new one. */
  edited?: VpcFirewallRule
  start: RuleValues
}

type FreshRule = VpcFirewallRule | undefined

/** The panel of a new or an edited rule. It changes that rule alone, whatever becomes of the others meanwhile. */
export function RuleForm({ params, edited, start }: RuleFormProps) {
  const { data: vpc } = useSuspenseQuery(vpcQuery(params))
  const { rules } = useSuspenseQuery(rulesQuery(params)).data
  const base = useRef<FreshRule>(edited)
  const [conflict, setConflict] = useState<ConflictError<FreshRule> | null>(null)
  const form = useForm<RuleValues>({ defaultValues: start })
  const close = useClosePanel(rulesPath(params))
  const [title, verb] = edited ? ['Edit firewall rule', 'Update'] : ['Create firewall rule', 'Create']
  const submit = async (values: RuleValues) => {
    setConflict(null)
    try {
      await changeRules(vpc.id, { original: base.current, rule: ruleOf(values) })
    } catch (error) {
      if (error instanceof ConflictError) setConflict(error as ConflictError<FreshRule>)
      throw error
    }
    toast({ content: outcome('Firewall rule', values.name, edited ? 'updated' : 'created') })
  }
  return (
    <PanelForm
      form={form}
      title={title}
      submitLabel={`${verb} firewall rule`}
      submitDisabled={useRefusal('vpc_firewall_rules_update', { project: params.project })}
      onSubmit={submit}
      onClose={close}
      copyAs={
        <CopyAs
          form={form}
          request={(values) =>
            copyRequest('vpcFirewallRulesUpdate', {
              query: { vpc: vpc.id },
              body: { rules: rulesWith(rules, { original: edited, rule: ruleOf(values) }) },
            })
          }
        />
      }
    >
      {conflict && (
        <ConflictChoice
          differences={conflict.differences}
          onReapply={() => {
            base.current = conflict.fresh
          }}
          onDiscard={close}
        />
      )}
      {edited && <Metadata thing={edited} />}
      <RuleFields
        control={form.control}
        params={params}
        taken={new Set(rules.map(({ name }) => name).filter((name) => name !== edited?.name))}
      />
    </PanelForm>
  )
}

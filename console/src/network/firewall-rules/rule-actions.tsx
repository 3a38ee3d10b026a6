import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { makeChange } from '~/shell/make-change.tsx'
import { confirm } from '~/ui/confirm.ts'
import { messageOf } from '~/ui/errors.ts'
import { toast } from '~/ui/toast.ts'
import { type RuleValues, valuesOf } from './rule-values.ts'
import { changeRule, rulesWith } from './rules-update.ts'

/** Makes a change of a rule, and says so. */
const make = (vpc: string, rule: VpcFirewallRule, mine: RuleValues | undefined, done: string): Promise<void> =>
  makeChange<RuleValues | undefined>(rule.name, valuesOf(rule), mine, async (base, wanted) => {
    await changeRule(vpc, base, wanted)
    toast({ content: outcome('Firewall rule', rule.name, done) })
  })

export function askToDeleteRule(vpc: string, rules: readonly VpcFirewallRule[], rule: VpcFirewallRule): void {
  void confirm({
    title: 'Delete firewall rule',
    danger: true,
    body: (
      <>
        <b>{rule.name}</b> is permanently deleted. Traffic that matches no rule: inbound denied, outbound allowed.
      </>
    ),
    copyAs: (
      <CopyAsButton
        request={copyRequest('vpcFirewallRulesUpdate', {
          query: { vpc },
          body: { rules: rulesWith(rules, { original: rule }) },
        })}
      />
    ),
    errorTitle: 'Could not delete firewall rule',
    action: () => make(vpc, rule, undefined, 'deleted'),
  })
}

/** Enables a disabled rule, disables an enabled one. */
export function toggleRule(vpc: string, rule: VpcFirewallRule): void {
  const status = rule.status === 'enabled' ? 'disabled' : 'enabled'
  const mine = { ...valuesOf(rule), enabled: status === 'enabled' }
  void make(vpc, rule, mine, status).catch((error: unknown) =>
    toast({
      variant: 'error',
      title: `Could not ${status === 'enabled' ? 'enable' : 'disable'} firewall rule`,
      content: messageOf(error),
    }),
  )
}

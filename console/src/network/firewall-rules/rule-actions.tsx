import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { makeChange } from '~/shell/make-change.tsx'
import { confirm } from '~/ui/confirm.ts'
import { messageOf } from '~/ui/errors.ts'
import { toast } from '~/ui/toast.ts'
import { changeRules, type RuleChange, rulesWith, toUpdate } from './rules-update.ts'

type Change = (original: VpcFirewallRule | undefined) => RuleChange

/** Makes a change of a rule, and says so. */
const make = (vpc: string, rule: VpcFirewallRule, change: Change, done: string): Promise<void> =>
  makeChange<VpcFirewallRule | undefined>(rule.name, rule, async (original) => {
    await changeRules(vpc, change(original))
    toast({ content: outcome('Firewall rule', rule.name, done) })
  })

export function askToDeleteRule(vpc: string, rules: readonly VpcFirewallRule[], rule: VpcFirewallRule): void {
  void confirm({
    title: 'Delete firewall rule',
    danger: true,
    body: (
      <>
        <b>{rule.name}</b> is deleted for good. What no other rule speaks of is denied inbound and allowed outbound.
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
    action: () => make(vpc, rule, (original) => ({ original }), 'deleted'),
  })
}

/** Enables a disabled rule, disables an enabled one. */
export function toggleRule(vpc: string, rule: VpcFirewallRule): void {
  const status = rule.status === 'enabled' ? 'disabled' : 'enabled'
  const change: Change = (original) => ({ original, rule: { ...toUpdate(original ?? rule), status } })
  void make(vpc, rule, change, status).catch((error: unknown) =>
    toast({
      variant: 'error',
      title: `Could not ${status === 'enabled' ? 'enable' : 'disable'} firewall rule`,
      content: messageOf(error),
    }),
  )
}

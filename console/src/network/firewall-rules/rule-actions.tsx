import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { fetchCode } from '~/lib/code.ts'
import { confirm } from '~/lib/confirm.ts'
import { messageOf } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { rulesWith, valuesOf } from './rule-values.ts'
import type * as RulesUpdate from './rules-update.ts'

/** It loads with the first change. */
const makeRuleChange = async (...change: Parameters<typeof RulesUpdate.makeRuleChange>): Promise<void> =>
  (await fetchCode(() => import('./rules-update.ts'))).makeRuleChange(...change)

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
    action: () => makeRuleChange(vpc, rule, undefined, 'deleted'),
  })
}

/** Enables a disabled rule, disables an enabled one. */
export function toggleRule(vpc: string, rule: VpcFirewallRule): void {
  const status = rule.status === 'enabled' ? 'disabled' : 'enabled'
  const mine = { ...valuesOf(rule), enabled: status === 'enabled' }
  void makeRuleChange(vpc, rule, mine, status).catch((error: unknown) =>
    toast({
      variant: 'error',
      title: `Could not ${status === 'enabled' ? 'enable' : 'disable'} firewall rule`,
      content: messageOf(error),
    }),
  )
}

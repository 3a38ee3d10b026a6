import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { CopyAsButton } from '~/form/copy-as-menu.tsx'
import { ConflictError, ConflictList } from '~/shell/conflict.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { outcome } from '~/shell/outcome.tsx'
import { confirm } from '~/ui/confirm.ts'
import { messageOf } from '~/ui/errors.ts'
import { toast } from '~/ui/toast.ts'
import { changeRules, type RuleChange, rulesWith, toUpdate } from './rules-update.ts'

type Change = (original: VpcFirewallRule | undefined) => RuleChange

/** Makes a change of a rule, and says so. Where somebody else changed the rule, asks whether to go on from there. */
async function make(vpc: string, rule: VpcFirewallRule, change: Change, done: string): Promise<void> {
  let original: VpcFirewallRule | undefined = rule
  const attempt = async () => {
    try {
      await changeRules(vpc, change(original))
    } catch (error) {
      if (error instanceof ConflictError) original = error.fresh as VpcFirewallRule | undefined
      throw error
    }
    toast({ content: outcome('Firewall rule', rule.name, done) })
  }
  try {
    await attempt()
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    void confirm({
      title: 'Changed by someone else',
      body: (
        <>
          Nothing was saved: <b>{rule.name}</b> is not what it was when it was read.
          <ConflictList differences={error.differences} />
        </>
      ),
      confirmLabel: 'Reapply my change',
      cancelLabel: 'Discard',
      action: attempt,
    })
  }
}

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

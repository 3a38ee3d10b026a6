import type { VpcFirewallRule, VpcFirewallRuleUpdate } from '~/api/types.gen.ts'
import { ConflictError, type Difference } from '~/shell/conflict.tsx'
import { rewrite } from '~/shell/rewrite.ts'
import type { Failure } from '~/ui/errors.ts'
import { actionLabel, directionLabel, hostText, protocolText, statusLabel, targetTexts } from './rule-words.ts'

/** One change of a VPC's rules: `rule` alone is added, `original` alone is deleted, with both one takes the other's place. */
export interface RuleChange {
  /** The rule as whoever changes it has seen it. Rules are known by their names. */
  original?: VpcFirewallRule | undefined
  rule?: VpcFirewallRuleUpdate | undefined
}

const list = (texts: readonly string[]) => texts.toSorted().join(', ') || 'none'

const inWords = (rule: VpcFirewallRule): Record<string, string> => ({
  Status: statusLabel[rule.status],
  Description: rule.description || 'none',
  Action: actionLabel[rule.action],
  Direction: directionLabel[rule.direction],
  Priority: String(rule.priority),
  Targets: list(targetTexts(rule)),
  Ports: list(rule.filters.ports ?? []),
  Protocols: list((rule.filters.protocols ?? []).map(protocolText)),
  Hosts: list((rule.filters.hosts ?? []).map(hostText)),
})

/** What somebody else changed of the rule that a change would overwrite. */
export function ruleDifferences(original: VpcFirewallRule, fresh: VpcFirewallRule | undefined): Difference[] {
  if (!fresh) return [{ what: 'Firewall rule', before: original.name }]
  const [before, now] = [inWords(original), inWords(fresh)]
  return Object.keys(before)
    .map((what) => ({ what, before: before[what]!, now: now[what]! }))
    .filter((difference) => difference.before !== difference.now)
}

/** A rule as a write sends it. */
export const toUpdate = (rule: VpcFirewallRule): VpcFirewallRuleUpdate => {
  const { name, description, action, direction, filters, priority, status, targets } = rule
  return { name, description, action, direction, filters, priority, status, targets }
}

/** The whole list that a change sends: the other rules as they are, a changed one in its place. */
export function rulesWith(rules: readonly VpcFirewallRule[], { original, rule }: RuleChange): VpcFirewallRuleUpdate[] {
  const at = original ? rules.findIndex(({ name }) => name === original.name) : -1
  const whole = rules.map(toUpdate)
  if (at < 0) return rule ? [...whole, rule] : whole
  return whole.toSpliced(at, 1, ...(rule ? [rule] : []))
}

/** Worded and marked as the API does where a thing's own name is taken. */
class NameTakenError extends Error implements Failure {
  readonly errorCode = 'ObjectAlreadyExists'

  constructor() {
    super('Firewall rule name already exists')
  }
}

/**
 * Changes one rule of a VPC without overwriting anybody: all others are sent as they are at that moment.
 * @throws ConflictError<VpcFirewallRule | undefined> where the rule is not what it was; nothing is written then.
 */
export async function changeRules(vpc: string, change: RuleChange): Promise<void> {
  const { original, rule } = change
  const at = { query: { vpc } }
  await rewrite({
    view: 'vpcFirewallRulesView',
    at,
    update: 'vpcFirewallRulesUpdate',
    request: ({ rules }) => {
      const now = original && rules.find(({ name }) => name === original.name)
      // A rule to delete that is gone already is as it should be.
      if (original && !now && !rule) return undefined
      const found = original ? ruleDifferences(original, now) : []
      if (found.length > 0) throw new ConflictError(now, found)
      if (rule && rules.some(({ name }) => name === rule.name && name !== original?.name)) throw new NameTakenError()
      return { ...at, body: { rules: rulesWith(rules, change) } }
    },
  })
}

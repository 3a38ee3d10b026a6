import { api } from '~/api/api.ts'
import { ApiError, hasStatus } from '~/api/errors.ts'
import { apiCall, refreshAfter } from '~/api/queries.ts'
import type { VpcFirewallRule, VpcFirewallRuleUpdate } from '~/api/types.gen.ts'
import { ConflictError, type Difference } from '~/shell/conflict.tsx'
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

async function readTagged(vpc: string): Promise<{ fresh: VpcFirewallRule[]; etag: string | null }> {
  const result = await api.vpcFirewallRulesView({ query: { vpc } })
  if (result.type !== 'success') throw new ApiError('vpcFirewallRulesView', result)
  return { fresh: result.data.rules, etag: result.headers.get('etag') }
}

/**
 * Changes one rule of a VPC without overwriting anybody: all others are sent as they are at that moment.
 * @throws ConflictError<VpcFirewallRule | undefined> where the rule is not what it was; nothing is written then.
 */
export async function changeRules(vpc: string, change: RuleChange, tries = 3): Promise<void> {
  const { original, rule } = change
  const { fresh, etag } = await readTagged(vpc)
  const now = original && fresh.find(({ name }) => name === original.name)
  // A rule to delete that is gone already is as it should be.
  if (original && !now && !rule) return refreshAfter('vpcFirewallRulesUpdate')
  const found = original ? ruleDifferences(original, now) : []
  if (found.length > 0) throw new ConflictError(now, found)
  if (rule && fresh.some(({ name }) => name === rule.name && name !== original?.name)) throw new NameTakenError()
  const request = { query: { vpc }, body: { rules: rulesWith(fresh, change) } }
  try {
    await apiCall('vpcFirewallRulesUpdate', request, etag ? { headers: { 'if-match': etag } } : {})
  } catch (error) {
    if (!hasStatus(error, 412) || tries <= 1) throw error
    // Written between our reading and our writing: where it was another rule, the next try goes through.
    return changeRules(vpc, change, tries - 1)
  } finally {
    void refreshAfter('vpcFirewallRulesUpdate')
  }
}

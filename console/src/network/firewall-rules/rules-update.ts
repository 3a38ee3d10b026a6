import type { VpcFirewallRule, VpcFirewallRuleUpdate } from '~/api/types.gen.ts'
import { mergeOnto } from '~/shell/conflict.tsx'
import { rewrite } from '~/shell/rewrite.ts'
import { fields, items, nameAndDescription, optional, whole } from '~/shell/three-way.ts'
import type { Failure } from '~/ui/errors.ts'
import { type RuleValues, ruleOf, valuesOf } from './rule-values.ts'
import { actionLabel, directionLabel, hostText, protocolText, statusLabel } from './rule-words.ts'

/** One change of a VPC's rules: `rule` alone is added, `original` alone is deleted, with both one takes the other's place. */
interface RuleChange {
  /** Rules are known by their names. */
  original?: VpcFirewallRule | undefined
  rule?: VpcFirewallRuleUpdate | undefined
}

const mergeFields = fields<RuleValues>({
  ...nameAndDescription,
  enabled: whole('Status', (enabled) => statusLabel[enabled ? 'enabled' : 'disabled']),
  action: whole('Action', (action) => actionLabel[action]),
  direction: whole('Direction', (direction) => directionLabel[direction]),
  priority: whole('Priority', String),
  targets: items(hostText),
  ports: items(),
  protocols: items(protocolText),
  hosts: items(hostText),
})

/** `Allow inbound, priority 10, enabled, Subnet default, 80, TCP`. */
const summary = ({ enabled, action, direction, priority, ...lists }: RuleValues): string =>
  [
    `${actionLabel[action]} ${directionLabel[direction].toLowerCase()}`,
    `priority ${priority}`,
    statusLabel[enabled ? 'enabled' : 'disabled'].toLowerCase(),
    ...lists.targets.map(hostText),
    ...lists.ports,
    ...lists.protocols.map(protocolText),
    ...lists.hosts.map(hostText),
  ].join(', ')

const mergeRules = optional<RuleValues>({
  label: ({ name }) => `Firewall rule ${name}`,
  inWords: summary,
  inside: mergeFields,
})

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
 * Puts a change of one rule onto what is there now; all others are sent as they are at that moment.
 * @param base the rule as the caller saw it, which is known by its name; undefined adds one
 * @param mine the rule as it is to be; undefined deletes it
 * @throws ConflictError<RuleValues | undefined> where somebody else changed the same; nothing is written then
 */
export async function changeRule(vpc: string, base: RuleValues | undefined, mine: RuleValues | undefined) {
  const at = { query: { vpc } }
  await rewrite({
    view: 'vpcFirewallRulesView',
    at,
    update: 'vpcFirewallRulesUpdate',
    request: ({ rules }) => {
      const original = base && rules.find(({ name }) => name === base.name)
      const merged = mergeOnto(mergeRules, base, mine, original && valuesOf(original))
      if (!merged && !original) return undefined
      if (merged && rules.some(({ name }) => name === merged.name && name !== original?.name))
        throw new NameTakenError()
      return { ...at, body: { rules: rulesWith(rules, { original, rule: merged && ruleOf(merged) }) } }
    },
  })
}

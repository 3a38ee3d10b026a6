import type { VpcFirewallRule } from '~/api/types.gen.ts'
import type { Failure } from '~/lib/errors.ts'
import { toast } from '~/lib/toast.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { mergeOnto } from '~/shell/conflict/conflict.tsx'
import { makeChange } from '~/shell/conflict/make-change.tsx'
import { rewrite } from '~/shell/conflict/rewrite.ts'
import { fields, items, nameAndDescription, optional, whole } from '~/shell/conflict/three-way.ts'
import { type RuleValues, ruleOf, rulesWith, valuesOf } from './rule-values.ts'
import { actionLabel, directionLabel, hostText, protocolText, statusLabel } from './rule-words.ts'

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

/** Worded and marked as the API does where a thing's own name is taken. */
class NameTakenError extends Error implements Failure {
  readonly errorCode = 'ObjectAlreadyExists'
  readonly field = 'name'

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

/** Makes a change of a rule that has no form, and says so. @param mine the rule as it is to be; undefined deletes it */
export const makeRuleChange = (vpc: string, rule: VpcFirewallRule, mine: RuleValues | undefined, done: string) =>
  makeChange<RuleValues | undefined>(rule.name, valuesOf(rule), mine, async (base, wanted) => {
    await changeRule(vpc, base, wanted)
    toast({ content: outcome('Firewall rule', rule.name, done) })
  })

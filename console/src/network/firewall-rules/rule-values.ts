import { maxNameLength } from '@skerry/contract/rules/names.ts'
import type {
  VpcFirewallRule,
  VpcFirewallRuleAction,
  VpcFirewallRuleDirection,
  VpcFirewallRuleHostFilter,
  VpcFirewallRuleProtocol,
  VpcFirewallRuleTarget,
  VpcFirewallRuleUpdate,
} from '~/api/types.gen.ts'

/** A rule as its form has it. */
export interface RuleValues {
  enabled: boolean
  name: string
  description: string
  action: VpcFirewallRuleAction
  direction: VpcFirewallRuleDirection
  priority: number | null
  targets: VpcFirewallRuleTarget[]
  ports: string[]
  protocols: VpcFirewallRuleProtocol[]
  hosts: VpcFirewallRuleHostFilter[]
}

export const newRule: RuleValues = {
  enabled: true,
  name: '',
  description: '',
  action: 'allow',
  direction: 'inbound',
  priority: 0,
  targets: [],
  ports: [],
  protocols: [],
  hosts: [],
}

export const valuesOf = ({ filters, status, ...rule }: VpcFirewallRule): RuleValues => ({
  enabled: status === 'enabled',
  name: rule.name,
  description: rule.description,
  action: rule.action,
  direction: rule.direction,
  priority: rule.priority,
  targets: rule.targets,
  ports: filters.ports ?? [],
  protocols: filters.protocols ?? [],
  hosts: filters.hosts ?? [],
})

/** An empty filter matches everything, and is left out. */
const someOf = <T>(items: T[]): T[] | null => (items.length > 0 ? items : null)

export const ruleOf = ({ enabled, priority, ports, protocols, hosts, ...rule }: RuleValues): VpcFirewallRuleUpdate => ({
  ...rule,
  status: enabled ? 'enabled' : 'disabled',
  priority: priority ?? 0,
  filters: { ports: someOf(ports), protocols: someOf(protocols), hosts: someOf(hosts) },
})

/** `web` → `web-copy`, and where that is taken `web-copy-2`; cut to the length of a name. */
export function nameOfCopy(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '-copy' : `-copy-${number}`
    const copy = name.slice(0, maxNameLength - ending.length).replace(/-+$/, '') + ending
    if (!taken.has(copy)) return copy
  }
}

/** One change of a VPC's rules: `rule` alone is added, `original` alone is deleted, with both one takes the other's place. */
interface RuleChange {
  /** Rules are known by their names. */
  original?: VpcFirewallRule | undefined
  rule?: VpcFirewallRuleUpdate | undefined
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

import type { VpcFirewallRuleUpdate } from '@skerry/contract/network/firewall-rules.ts'
import { icmpCodesProblem, maxRuleParts, portsProblem } from '@skerry/contract/rules/firewall.ts'
import { invalidRequest, invalidValue } from '../../kernel/http/errors.ts'

/** Limit of target and host pairs over all rules of a VPC: those of the largest possible rule. */
const MAX_PAIRS = maxRuleParts * maxRuleParts

/** Checks what the schema cannot express: unique names, targets, port and ICMP code ranges. @throws 400 */
export function checkRules(rules: readonly VpcFirewallRuleUpdate[]): void {
  const names = new Set<string>()
  for (const rule of rules) {
    if (names.has(rule.name)) throw invalidValue('rules', `the name "${rule.name}" occurs more than once`)
    names.add(rule.name)
    const problem = problemOf(rule)
    if (problem) throw invalidRequest(`firewall rule "${rule.name}": ${problem}`)
  }
  const pairs = rules.reduce((sum, { targets, filters }) => sum + targets.length * (filters.hosts?.length || 1), 0)
  if (pairs > MAX_PAIRS)
    throw invalidRequest(
      `the firewall rules of a VPC can have at most ${MAX_PAIRS} pairs of a target and a host in all, not ${pairs}`,
    )
}

function problemOf({ targets, filters }: VpcFirewallRuleUpdate): string | undefined {
  if (!targets.length) return 'at least one target is needed'
  const ports = (filters.ports ?? []).map((text) => ({ text, problem: portsProblem(text) }))
  const codes = (filters.protocols ?? []).flatMap((protocol) => {
    const text = protocol.type === 'icmp' && protocol.value?.code
    return text ? [{ text, problem: icmpCodesProblem(text) }] : []
  })
  const wrong = [...ports, ...codes].find(({ problem }) => problem)
  return wrong && `"${wrong.text}": ${wrong.problem}`
}

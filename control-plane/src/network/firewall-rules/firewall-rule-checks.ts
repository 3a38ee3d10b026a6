import type { VpcFirewallRuleUpdate } from '@skerry/contract/network/firewall-rules.ts'
import { invalidRequest, invalidValue } from '../../kernel/errors.ts'

/** @throws 400 for what the schema cannot say of a VPC's rules: names, targets, ranges of ports and of ICMP codes */
export function checkRules(rules: readonly VpcFirewallRuleUpdate[]): void {
  const names = new Set<string>()
  for (const rule of rules) {
    if (names.has(rule.name)) throw invalidValue('rules', `the name "${rule.name}" occurs more than once`)
    names.add(rule.name)
    const problem = problemOf(rule)
    if (problem) throw invalidRequest(`firewall rule "${rule.name}": ${problem}`)
  }
}

function problemOf({ targets, filters }: VpcFirewallRuleUpdate): string | undefined {
  if (!targets.length) return 'at least one target is needed'
  for (const ports of filters.ports ?? [])
    if (!isRange(ports, 1, 65_535)) return `"${ports}" is no port and no range of ports from 1 to 65535`
  for (const protocol of filters.protocols ?? []) {
    const codes = protocol.type === 'icmp' && protocol.value?.code
    if (codes && !isRange(codes, 0, 255)) return `"${codes}" is no ICMP code and no range of codes from 0 to 255`
  }
  return undefined
}

function isRange(text: string, least: number, most: number): boolean {
  const [first, last = first] = text.split('-').map(Number)
  return first! >= least && last! <= most && first! <= last!
}

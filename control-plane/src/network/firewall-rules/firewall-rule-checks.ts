import type { VpcFirewallRuleUpdate } from '@skerry/contract/network/firewall-rules.ts'
import { invalidRequest, invalidValue } from '../../kernel/errors.ts'

/** Pairs of a target and a host over all rules of a VPC: as many as the largest single rule has. */
const MAX_PAIRS = 256 * 256

/** @throws 400 for what the schema cannot say of a VPC's rules: names, targets, ranges of ports and of ICMP codes */
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

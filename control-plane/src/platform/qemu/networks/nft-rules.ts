import type { Range } from './addresses.ts'
import { addressRanges, numberRanges, setText } from './nft-text.ts'
import type { Match, PlannedRule, PlannedSet } from './plan-rules.ts'
import type { NetworkPlan } from './plan.ts'

/** The remote side of a connection: the same for each of its packets, before and after translation. */
const REMOTE = { inbound: 'ct original', outbound: 'ct reply' } as const
const VERDICT = { allow: 'return', deny: 'drop' } as const

interface RangeKind {
  suffix: string
  type: string
  /** Selects the set's ranges of this kind. */
  of: (set: PlannedSet) => readonly Range[]
  text: (ranges: readonly Range[]) => string[]
}

const IPV4: RangeKind = { suffix: '4', type: 'ipv4_addr', of: ({ ipv4 }) => ipv4, text: (all) => addressRanges(all, 4) }
const IPV6: RangeKind = { suffix: '6', type: 'ipv6_addr', of: ({ ipv6 }) => ipv6, text: (all) => addressRanges(all, 6) }
const NUMBERS: RangeKind = { suffix: 'n', type: 'mark', of: ({ numbers }) => numbers, text: numberRanges }

/** The sets to which rules refer, in the kinds that they use. */
export function setsText(plan: NetworkPlan): string[] {
  const hosts = new Set(plan.rules.map((rule) => rule.hosts))
  const targets = new Set(plan.rules.map((rule) => rule.targets))
  return plan.sets.flatMap((set) =>
    [...(hosts.has(set.name) ? [IPV4, IPV6] : []), ...(targets.has(set.name) ? [NUMBERS] : [])].flatMap((kind) => {
      const ranges = kind.of(set)
      return ranges.length < 2
        ? []
        : [setText('set', `${set.name}_${kind.suffix}`, kind.type, kind.text(ranges), 'interval')]
    }),
  )
}

/** The set's only range, or its name: sets cost more than comparisons. */
function referTo(set: PlannedSet, kind: RangeKind): string {
  const ranges = kind.of(set)
  return ranges.length === 1 ? kind.text(ranges)[0]! : `@${set.name}_${kind.suffix}`
}

/** The rules of a direction. The packet's mark is the number of the interface to which they apply. */
export function rulesText(plan: NetworkPlan, direction: PlannedRule['direction']): string[] {
  const sets = new Map(plan.sets.map((set) => [set.name, set]))
  return plan.rules.flatMap((rule) => {
    const targets = sets.get(rule.targets)!
    if (rule.direction !== direction || targets.numbers.length === 0) return []
    const mark = `meta mark ${referTo(targets, NUMBERS)} `
    const hosts = rule.hosts === undefined ? [''] : hostsText(sets.get(rule.hosts)!, direction)
    const matches = rule.matches ? matchesText(rule.matches) : ['']
    return hosts.flatMap((host) => matches.map((match) => mark + host + match + VERDICT[rule.action]))
  })
}

function hostsText(set: PlannedSet, direction: PlannedRule['direction']): string[] {
  const remote = REMOTE[direction]
  return [
    ...(set.ipv4.length ? [`${remote} ip saddr ${referTo(set, IPV4)} `] : []),
    ...(set.ipv6.length ? [`${remote} ip6 saddr ${referTo(set, IPV6)} `] : []),
  ]
}

const PROTOCOLS = { tcp: ['tcp'], udp: ['udp'], icmp: ['icmp', 'ipv6-icmp'] } as const

/** Up to so many port ranges become separate lines: an anonymous set costs more than several lines. */
const MAX_SEPARATE_RANGES = 8

/** One line per protocol and range. Connection tracking has ICMP's type and code in the place of ports. */
function matchesText(matches: readonly Match[]): string[] {
  return matches.flatMap(({ protocol, values }) => {
    const ranges = numberRanges(values ?? [])
    const ports = ranges.length > MAX_SEPARATE_RANGES ? [`{ ${ranges.join(', ')} }`] : ranges
    const parts = values ? ports.map((port) => `ct original proto-dst ${port} `) : ['']
    return PROTOCOLS[protocol].flatMap((name) => parts.map((part) => `meta l4proto ${name} ${part}`))
  })
}

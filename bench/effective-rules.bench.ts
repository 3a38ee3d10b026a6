import { maxRules } from '@skerry/contract/rules/firewall.ts'
import { isWithin, maxSubnets } from '@skerry/contract/rules/networks.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * The console's computation of the rules that apply to an interface, in one turn, at the limits of rules, targets and
 * subnets, against reading the networks of each target of each rule.
 */
const RULES = size(maxRules, 64)
const SUBNETS = size(maxSubnets, 64)
const TARGETS = 24
const ROUNDS = size(5, 1)
const MAX_MS = 250
const MOST = 0.1

const subnets = Array.from({ length: SUBNETS }, (_, index) => ({
  name: `subnet-${index}`,
  ipv4Block: `10.${index >> 8}.${index & 255}.0/24`,
  ipv6Block: `fd00:0:0:${index.toString(16)}::/64`,
}))
const nic = { ip: '10.3.255.7', transitIps: [], primary: true }
const names = { vpc: 'vpc', subnets, instances: new Map([['machine', [nic.ip]]]) }

type Endpoint = { type: 'vpc' | 'subnet' | 'instance' | 'ip' | 'ip_net'; value: string }
function targetOf(number: number): Endpoint {
  const [high, low] = [(number >> 8) & 255, number & 255]
  switch (number % 4) {
    case 0:
      return { type: 'vpc', value: number % 8 === 0 ? 'vpc' : 'another' }
    case 1:
      return { type: 'subnet', value: `subnet-${(number * 7919) % SUBNETS}` }
    case 2:
      return { type: 'ip', value: `10.0.${high}.${low}` }
    default:
      return { type: 'ip_net', value: `10.${high}.${low}.0/${24 + (number % 8)}` }
  }
}
const rules = Array.from({ length: RULES }, (_rule, rule) => ({
  name: `rule-${rule}`,
  priority: rule,
  action: 'allow' as const,
  direction: 'inbound' as const,
  status: 'enabled' as const,
  filters: {},
  targets: Array.from({ length: TARGETS }, (_target, target) => targetOf(rule * TARGETS + target)),
}))

// The console's modules have their own tsconfig.
const { rulesThatApply } = (await import(
  new URL('../console/src/network/effective-rules/evaluate.ts', import.meta.url).href
)) as { rulesThatApply(all: typeof rules, of: typeof nic, by: typeof names): { rule: (typeof rules)[number] }[] }
const ours = (): string[] => rulesThatApply(rules, nic, names).map(({ rule }) => rule.name)

function networksOf({ type, value }: Endpoint): string[] {
  if (type === 'vpc') return value === names.vpc ? subnets.flatMap((each) => [each.ipv4Block, each.ipv6Block]) : []
  if (type === 'subnet')
    return subnets.filter(({ name }) => name === value).flatMap((each) => [each.ipv4Block, each.ipv6Block])
  return [value]
}
/** Measures one rule in this many: all would take minutes. */
const SHARE = 64
const peer = (): string[] =>
  rules
    .filter((_, index) => index % SHARE === 0)
    .filter(({ targets }) => targets.some((target) => networksOf(target).some((net) => isWithin(nic.ip, net))))
    .map(({ name }) => name)

const found = new Set(ours())
if (!peer().every((name) => found.has(name))) throw new Error('Both do not find the same rules')

/** CPU time in ms. */
const timed = (work: () => unknown): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
const rounds = Array.from({ length: ROUNDS }, () => ({ ours: timed(ours), peer: timed(peer) * SHARE }))
const ms = median(rounds.map((round) => round.ours))
const ratio = median(rounds.map((round) => round.ours / round.peer))
const what = `rules of ${RULES} with ${TARGETS} targets each that apply in a VPC of ${SUBNETS} subnets`
report(what, `${ms.toFixed(0)} ms in one turn`, `at most ${MAX_MS}`, ms <= MAX_MS)
report(`${what} against a double loop`, ratio.toFixed(4), `at most ${MOST}`, ratio <= MOST)

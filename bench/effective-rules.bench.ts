import { ipv4Bounds, ipv4Number } from '../control-plane/src/network/addresses.ts'
import { type Endpoint, VpcNames } from '../control-plane/src/network/vpcs/vpc-names.ts'
import type { VpcRows } from '../control-plane/src/network/vpcs/vpc-rows.repo.ts'
import { median, report } from './lib/report.ts'
import { size } from './lib/smoke.ts'

/**
 * Which interfaces each of 500 rules binds among those of 1,000 instances, against the straightforward double loop: for
 * each rule, ask of each interface whether one of the rule's targets matches it.
 */
const INSTANCES = size(1000, 50)
const RULES = size(500, 20)
const TARGETS = 4
const ROUNDS = size(11, 1)
const MOST = 0.5

const subnets = Array.from({ length: 10 }, (_, index) => ({
  id: `subnet-${index}`,
  name: `subnet-${index}`,
  ipv4_block: `10.0.${index}.0/24`,
  ipv6_block: `fd00:0:0:${index}::/64`,
}))
const nics = Array.from({ length: INSTANCES }, (_, index) => ({
  id: `nic-${index}`,
  instance_name: `instance-${index}`,
  subnet_id: `subnet-${index % 10}`,
  ip: `10.0.${index % 10}.${5 + Math.floor(index / 10)}`,
}))
/** Of the rows, what resolving names reads. */
const rows = { vpc: { name: 'vpc' }, subnets, nics, gateways: [] } as object as VpcRows

function targetOf(number: number): Endpoint {
  const place = (number * 7919) % INSTANCES
  switch (number % 5) {
    case 0:
      return { type: 'subnet', value: `subnet-${place % 10}` }
    case 1:
      return { type: 'instance', value: `instance-${place}` }
    case 2:
      return { type: 'ip', value: nics[place]!.ip }
    case 3:
      return { type: 'ip_net', value: `10.0.${place % 10}.${(place % 16) * 16}/28` }
    default:
      return { type: 'vpc', value: place % 10 === 0 ? 'vpc' : 'another' }
  }
}
const rules = Array.from({ length: RULES }, (_rule, rule) =>
  Array.from({ length: TARGETS }, (_target, target) => targetOf(rule * TARGETS + target)),
)

const ours = (): string[][] => {
  const names = new VpcNames(rows)
  return rules.map((targets) => names.nicIdsOf(targets))
}

const subnetOf = new Map(subnets.map(({ id, name }) => [id, name]))
type Nic = (typeof nics)[number] & { address: number }
/** Parsed once, so that what is compared is the loop. */
function matcherOf({ type, value }: Endpoint): (nic: Nic) => boolean {
  switch (type) {
    case 'vpc':
      return () => value === 'vpc'
    case 'subnet':
      return (nic) => subnetOf.get(nic.subnet_id) === value
    case 'instance':
      return (nic) => nic.instance_name === value
    case 'ip':
      return (nic) => nic.ip === value
    case 'ip_net': {
      const { start, end } = ipv4Bounds(value)
      return ({ address }) => address >= start && address <= end
    }
  }
}
const peer = (): string[][] => {
  const parsed = nics.map((nic) => ({ ...nic, address: ipv4Number(nic.ip) }))
  return rules.map((targets) => {
    const matchers = targets.map(matcherOf)
    return parsed.filter((nic) => matchers.some((matches) => matches(nic))).map(({ id }) => id)
  })
}

const sorted = (found: string[][]) => JSON.stringify(found.map((ids) => ids.toSorted()))
if (sorted(ours()) !== sorted(peer())) throw new Error('Both do not find the same interfaces')

const timed = (work: () => unknown): number => {
  const started = performance.now()
  work()
  return performance.now() - started
}
const rounds = Array.from({ length: ROUNDS }, () => ({ ours: timed(ours), peer: timed(peer) }))
const ratio = median(rounds.map((round) => round.ours / round.peer))
report(
  `rules of ${RULES} that apply to ${INSTANCES} instances against a double loop`,
  `${ratio.toFixed(3)} (${median(rounds.map((round) => round.ours)).toFixed(1)} ms)`,
  `at most ${MOST}`,
  ratio <= MOST,
)

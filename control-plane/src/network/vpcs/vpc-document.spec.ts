import { expect, it } from 'vitest'
import { Yielder } from '../../kernel/limits/yield-to-event-loop.ts'
import { vpcDocumentOf } from './vpc-document.ts'
import type { VpcRows } from './vpc-rows.repo.ts'

const times = { time_created: new Date(0), time_modified: new Date(0) }
const named = (name: string) => ({ id: `${name}-id`, name, description: '', ...times })
const vpc = {
  ...named('vpc'),
  project_id: 'project',
  dns_name: 'vpc',
  ipv6_prefix: 'fd00::/48',
  vni: 1024,
  generation: 7,
  system_router_id: 'system',
}
const subnet = (name: string, ipv4_block: string) => ({
  ...named(name),
  vpc_id: vpc.id,
  ipv4_block,
  ipv6_block: 'fd00::/64',
  custom_router_id: null,
})
const nic = (index: number, ip: string, subnet_id = 'first-id') => ({
  ...named(`nic-${index}`),
  instance_id: `instance-${index}`,
  instance_name: `machine-${index}`,
  vpc_id: vpc.id,
  subnet_id,
  ip,
  mac: '5E:4B:59:00:00:00',
  is_primary: true,
  slot: 0,
  transit_ips: [],
})
type Endpoint = { type: string; value: string }
const rule = (name: string, targets: Endpoint[], hosts?: Endpoint[]) => ({
  ...named(name),
  vpc_id: vpc.id,
  status: 'enabled' as const,
  direction: 'inbound' as const,
  action: 'allow' as const,
  priority: 100,
  targets,
  filters: { ...(hosts && { hosts }) },
})
const rowsOf = (rules: ReturnType<typeof rule>[], nics: VpcRows['nics'], subnets: VpcRows['subnets']): VpcRows => ({
  vpc,
  subnets,
  routes: [],
  gateways: [],
  rules,
  nics,
  externalIps: [],
  probes: [],
})

it('binds an interface once to a rule, by whichever of its targets', async () => {
  const subnets = [subnet('first', '10.0.0.0/24'), subnet('second', '10.0.1.0/24')]
  const nics = [nic(1, '10.0.1.9', 'second-id'), nic(2, '10.0.0.200'), nic(3, '10.0.0.7')]
  const bound = async (...targets: [string, string][]) => {
    const rules = [
      rule(
        'r',
        targets.map(([type, value]) => ({ type, value })),
      ),
    ]
    const { firewallRules } = await vpcDocumentOf(rowsOf(rules, nics, subnets))
    return firewallRules.flatMap(({ nicIds }) => nicIds)
  }
  expect(await bound(['vpc', 'vpc'])).toEqual(['nic-3-id', 'nic-2-id', 'nic-1-id'])
  expect(await bound(['vpc', 'other'], ['subnet', 'none'], ['instance', 'none'], ['ip', 'fd00::1'])).toEqual([])
  expect(await bound(['subnet', 'second'], ['ip_net', '10.0.1.0/30'], ['ip', '10.0.1.9'])).toEqual(['nic-1-id'])
  expect(await bound(['ip_net', '10.0.0.128/25'], ['instance', 'machine-3'])).toEqual(['nic-3-id', 'nic-2-id'])
  expect(await bound(['ip_net', '10.0.0.0/8'], ['ip_net', '10.0.0.0/24'], ['ip_net', '::/0'])).toHaveLength(3)
})

it('lets others have their turn, however much one project writes', async () => {
  const subnets = [subnet('first', '10.0.0.0/16')]
  const nics = Array.from({ length: 1000 }, (_, index) => nic(index, `10.0.${index >> 8}.${index & 255}`))
  const everywhere = (index: number) => ({ type: 'ip_net', value: `10.${index}.0.0/${8 + (index % 8)}` })
  const targets = Array.from({ length: 250 }, (_, index) => everywhere(index % 2 ? index : 0))
  const rules = Array.from({ length: 40 }, (_, index) => rule(`rule-${index}`, targets, targets.slice(0, 6)))
  let pauses = 0
  const yielder = new Yielder(async () => void pauses++)
  const { firewallRules } = await vpcDocumentOf(rowsOf(rules, nics, subnets), yielder)
  expect(firewallRules).toHaveLength(40)
  expect(firewallRules.every(({ nicIds }) => nicIds.length === 1000)).toBe(true)
  // A rule at most between two turns: each looks at 250 targets and binds 1,000 interfaces.
  expect(pauses).toBeGreaterThanOrEqual(20)
})

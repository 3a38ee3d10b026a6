import type { VpcFirewallRuleTarget } from '@skerry/contract/network/firewall-rules.ts'
import { expect, it } from 'vitest'
import { Yielder } from '../../kernel/limits/yielder.ts'
import { matchingInterfaces } from '../network-fixtures.ts'
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
  deletion_locked: false,
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
  hostname: `machine-${index}`,
  vpc_id: vpc.id,
  subnet_id,
  ip,
  mac: '5E:4B:59:00:00:00',
  is_primary: true,
  slot: 0,
  transit_ips: [],
})
const rule = (name: string, targets: VpcFirewallRuleTarget[], hosts?: VpcFirewallRuleTarget[]) => ({
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

it('applies a rule to the interfaces of any of its targets', async () => {
  const subnets = [subnet('first', '10.0.0.0/24'), subnet('second', '10.0.1.0/24')]
  const nics = [nic(1, '10.0.1.9', 'second-id'), nic(2, '10.0.0.200'), nic(3, '10.0.0.7')]
  const matching = async (...targets: [VpcFirewallRuleTarget['type'], string][]) => {
    const rules = [
      rule(
        'r',
        targets.map(([type, value]) => ({ type, value })),
      ),
    ]
    const document = await vpcDocumentOf(rowsOf(rules, nics, subnets))
    return document.firewallRules.flatMap((each) => matchingInterfaces(document, each.targets))
  }
  expect(await matching(['vpc', 'vpc'])).toEqual(['nic-1-id', 'nic-2-id', 'nic-3-id'])
  expect(await matching(['vpc', 'other'], ['subnet', 'none'], ['instance', 'none'], ['ip', 'fd00::1'])).toEqual([])
  expect(await matching(['subnet', 'second'], ['ip_net', '10.0.1.0/30'], ['ip', '10.0.1.9'])).toEqual(['nic-1-id'])
  expect(await matching(['ip_net', '10.0.0.128/25'], ['instance', 'machine-3'])).toEqual(['nic-2-id', 'nic-3-id'])
  expect(await matching(['ip_net', '10.0.0.0/8'], ['ip_net', '10.0.0.0/24'], ['ip_net', '::/0'])).toHaveLength(3)
})

it('has the addresses of a VPC once for all rules that name it', async () => {
  const subnets = Array.from({ length: 1000 }, (_, index) =>
    subnet(`subnet-${index}`, `10.${index >> 8}.${index & 255}.0/24`),
  )
  const nics = Array.from({ length: 5000 }, (_, index) => nic(index, `10.${index >> 8}.0.${index & 255}`))
  const whole: VpcFirewallRuleTarget = { type: 'vpc', value: 'vpc' }
  const rules = Array.from({ length: 1024 }, (_, index) => rule(`rule-${index}`, [whole, whole], [whole]))
  const document = await vpcDocumentOf(rowsOf(rules, nics, subnets))
  expect(document.addressSets).toHaveLength(1)
  expect(document.addressSets[0]!.networks).toHaveLength(2000)
  expect(document.firewallRules).toHaveLength(1024)
  for (const each of document.firewallRules)
    expect(each).toMatchObject({ targets: { networks: [], sets: [vpc.id] }, hosts: { networks: [], sets: [vpc.id] } })
  // With a copy per rule, the networks of the VPC would take 60 MB.
  expect(JSON.stringify(document).length).toBeLessThan(2 * 2 ** 20)
})

it('yields to the event loop for a project of any size', async () => {
  const subnets = [subnet('first', '10.0.0.0/16')]
  const nics = Array.from({ length: 1000 }, (_, index) => nic(index, `10.0.${index >> 8}.${index & 255}`))
  const network = (index: number) => ({ type: 'ip_net' as const, value: `10.${index}.0.0/16` })
  const targets = Array.from({ length: 250 }, (_, index) => network(index))
  const rules = Array.from({ length: 256 }, (_, index) => rule(`rule-${index}`, targets, targets.slice(0, 6)))
  let pauses = 0
  const yielder = new Yielder(async () => void pauses++)
  const { firewallRules } = await vpcDocumentOf(rowsOf(rules, nics, subnets), yielder)
  expect(firewallRules).toHaveLength(256)
  // 65,536 endpoints at 2,000 per pause.
  expect(pauses).toBeGreaterThanOrEqual(25)
})

import { expect, test } from 'vitest'
import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { decide, interfaceWith, type Names, rulesThatApply, type Traffic } from './evaluate.ts'

type Rule = Pick<VpcFirewallRule, 'priority' | 'name' | 'action' | 'direction' | 'status' | 'targets' | 'filters'>

const rule = (more: Partial<Rule>): Rule => ({
  name: 'rule',
  priority: 100,
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  targets: [{ type: 'vpc', value: 'default' }],
  filters: {},
  ...more,
})

const names: Names = {
  vpc: 'default',
  subnets: [
    { name: 'front', ipv4Block: '172.30.0.0/22', ipv6Block: 'fd00:1:2::/64' },
    { name: 'back', ipv4Block: '172.30.4.0/24', ipv6Block: 'fd00:1:2:1::/64' },
  ],
  instances: new Map([
    ['web1', ['172.30.0.5']],
    ['db1', ['172.30.4.5']],
  ]),
}
const nic = { name: 'net0', ip: '172.30.0.5', transitIps: ['10.1.0.0/16'], primary: true }
const other = { name: 'net1', ip: '172.30.4.9', transitIps: [], primary: false }

const applies = (...targets: Rule['targets']) => rulesThatApply([rule({ targets })], nic, names).length > 0
const ssh: Traffic = { protocol: 'tcp', port: 22 }
const verdict = (
  rules: Rule[],
  traffic: Traffic = ssh,
  from = '203.0.113.7',
  direction: Rule['direction'] = 'inbound',
) =>
  decide(
    rulesThatApply(rules, nic, names).map((each) => each.rule),
    direction,
    from,
    traffic,
    names,
  )

test('a rule applies where a target is the VPC, the subnet, the instance, the address or a network around it', () => {
  expect(applies({ type: 'vpc', value: 'default' })).toBe(true)
  expect(applies({ type: 'vpc', value: 'other' })).toBe(false)
  expect(applies({ type: 'subnet', value: 'front' })).toBe(true)
  expect(applies({ type: 'subnet', value: 'back' })).toBe(false)
  expect(applies({ type: 'subnet', value: 'gone' })).toBe(false)
  expect(applies({ type: 'instance', value: 'web1' })).toBe(true)
  expect(applies({ type: 'instance', value: 'db1' })).toBe(false)
  expect(applies({ type: 'ip', value: '172.30.0.5' })).toBe(true)
  expect(applies({ type: 'ip', value: '172.30.0.6' })).toBe(false)
  expect(applies({ type: 'ip_net', value: '172.30.0.0/29' })).toBe(true)
  expect(applies({ type: 'ip_net', value: '172.30.0.8/29' })).toBe(false)
  expect(applies({ type: 'ip_net', value: '::/0' })).toBe(false)
  expect(applies()).toBe(false)
})

test('it says by which targets', () => {
  const targets: Rule['targets'] = [
    { type: 'subnet', value: 'back' },
    { type: 'ip', value: '172.30.0.5' },
    { type: 'vpc', value: 'default' },
  ]
  expect(rulesThatApply([rule({ targets })], nic, names)[0]?.matchedBy).toEqual(targets.slice(1))
})

test('lower numbers come first; on a tie those that deny', () => {
  const rules = [
    rule({ name: 'late', priority: 300 }),
    rule({ name: 'open', priority: 100 }),
    rule({ name: 'shut', priority: 100, action: 'deny' }),
    rule({ name: 'first', priority: 0 }),
  ]
  expect(rulesThatApply(rules, nic, names).map((each) => each.rule.name)).toEqual(['first', 'shut', 'open', 'late'])
  expect(verdict(rules.slice(1, 3))).toMatchObject({ action: 'deny', rule: { name: 'shut' } })
})

test('traffic that matches no rule is denied inbound and allowed outbound', () => {
  expect(verdict([])).toEqual({ action: 'deny' })
  expect(verdict([], ssh, '203.0.113.7', 'outbound')).toEqual({ action: 'allow' })
  expect(verdict([rule({ direction: 'outbound' })])).toEqual({ action: 'deny' })
  expect(verdict([rule({ status: 'disabled' })])).toEqual({ action: 'deny' })
})

test('hosts are the other side; a name that is nobody is no host, an empty list is anybody', () => {
  const from = (host: NonNullable<Rule['filters']['hosts']>[number], ip: string) =>
    verdict([rule({ filters: { hosts: [host] } })], ssh, ip).action
  expect(from({ type: 'instance', value: 'db1' }, '172.30.4.5')).toBe('allow')
  expect(from({ type: 'instance', value: 'db1' }, '172.30.4.6')).toBe('deny')
  expect(from({ type: 'instance', value: 'nobody' }, '172.30.4.5')).toBe('deny')
  expect(from({ type: 'vpc', value: 'default' }, '172.30.4.200')).toBe('allow')
  expect(from({ type: 'vpc', value: 'default' }, 'fd00:1:2:1::9')).toBe('allow')
  expect(from({ type: 'vpc', value: 'default' }, '172.30.5.1')).toBe('deny')
  expect(from({ type: 'subnet', value: 'back' }, '172.30.4.200')).toBe('allow')
  expect(from({ type: 'ip', value: '2001:db8::1' }, '2001:0db8:0::1')).toBe('allow')
  expect(from({ type: 'ip_net', value: '203.0.113.0/24' }, '203.0.113.7')).toBe('allow')
  expect(verdict([rule({ filters: { hosts: [] } })]).action).toBe('allow')
})

test('ports are ranges with both ends, of TCP and UDP', () => {
  const ports = ['22', '8000-8100']
  const at = (port: number) => verdict([rule({ filters: { ports } })], { protocol: 'udp', port }).action
  expect([21, 22, 23, 7999, 8000, 8100, 8101].map(at)).toEqual([
    'deny',
    'allow',
    'deny',
    'deny',
    'allow',
    'allow',
    'deny',
  ])
  expect(verdict([rule({ filters: { ports } })], { protocol: 'icmp', type: 8, code: 0 }).action).toBe('deny')
  expect(verdict([rule({ filters: { ports: [] } })], { protocol: 'icmp', type: 8, code: 0 }).action).toBe('allow')
  const protocols: Rule['filters']['protocols'] = [{ type: 'tcp' }, { type: 'icmp', value: { icmpType: 8 } }]
  const both = [rule({ filters: { ports, protocols } })]
  expect(verdict(both, { protocol: 'icmp', type: 8, code: 0 }).action).toBe('allow')
  expect(verdict(both, { protocol: 'icmp', type: 13, code: 0 }).action).toBe('deny')
  expect(verdict(both, { protocol: 'tcp', port: 21 }).action).toBe('deny')
  expect(verdict(both, { protocol: 'udp', port: 22 }).action).toBe('deny')
})

test('protocols are any of those named; ICMP by type and codes', () => {
  const by = (protocols: NonNullable<Rule['filters']['protocols']>, traffic: Traffic) =>
    verdict([rule({ filters: { protocols } })], traffic).action
  expect(by([{ type: 'tcp' }], ssh)).toBe('allow')
  expect(by([{ type: 'udp' }], ssh)).toBe('deny')
  expect(by([{ type: 'udp' }, { type: 'tcp' }], ssh)).toBe('allow')
  const icmp = (type: number, code: number): Traffic => ({ protocol: 'icmp', type, code })
  expect(by([{ type: 'icmp', value: null }], icmp(13, 9))).toBe('allow')
  expect(by([{ type: 'icmp', value: { icmpType: 3 } }], icmp(3, 9))).toBe('allow')
  expect(by([{ type: 'icmp', value: { icmpType: 3 } }], icmp(8, 0))).toBe('deny')
  expect(by([{ type: 'icmp', value: { icmpType: 3, code: '0-4' } }], icmp(3, 4))).toBe('allow')
  expect(by([{ type: 'icmp', value: { icmpType: 3, code: '0-4' } }], icmp(3, 5))).toBe('deny')
  expect(by([{ type: 'icmp', value: null }], ssh)).toBe('deny')
})

test('an address leads to the interface that has it, to the primary one from outside, or through one', () => {
  const at = (ip: string) => interfaceWith([other, nic], ['198.18.0.1'], ip)?.name
  expect(at('172.30.0.5')).toBe('net0')
  expect(at('172.30.4.9')).toBe('net1')
  expect(at('198.18.0.1')).toBe('net0')
  expect(at('10.1.200.3')).toBe('net0')
  expect(at('10.2.0.1')).toBeUndefined()
})

import { expect, it } from 'vitest'
import type { VpcFirewallRuleFilter, VpcFirewallRuleProtocol, VpcFirewallRuleTarget } from '~/api/types.gen.ts'
import { effectOf, filterTexts, portsNote, trafficTexts } from './rule-words.ts'

const tcp: VpcFirewallRuleProtocol = { type: 'tcp' }
const icmp: VpcFirewallRuleProtocol = { type: 'icmp', value: null }
const echo: VpcFirewallRuleProtocol = { type: 'icmp', value: { icmpType: 8, code: null } }
const ports = ['22', '80-90']

it.each([
  [{ protocols: [icmp], ports }, /have no effect.*ICMP only/],
  [{ protocols: [icmp, echo], ports }, /have no effect.*ICMP only/],
  [{ protocols: [tcp, echo], ports }, /matches it whatever the ports/],
  [{ protocols: [], ports }, /TCP and UDP only/],
  [{ protocols: null, ports }, /TCP and UDP only/],
])('ports and ICMP in %o are explained', (traffic, note) => {
  expect(portsNote(traffic)).toMatch(note)
})

it.each([
  [{ protocols: [tcp], ports }],
  [{ protocols: [icmp], ports: [] }],
  [{ protocols: [tcp, icmp], ports: null }],
  [{ protocols: [], ports: [] }],
])('%o needs no note', (traffic) => {
  expect(portsNote(traffic)).toBeUndefined()
})

it('ports beside ICMP alone are shown as having no effect', () => {
  expect(trafficTexts({ protocols: [icmp], ports })).toEqual(['ICMP, 22, 80-90 (no effect)'])
  expect(trafficTexts({ protocols: [echo, icmp], ports })[1]).toBe('ICMP')
  expect(trafficTexts({ protocols: [icmp, tcp], ports })).toEqual(['ICMP', 'TCP 22, 80-90'])
  expect(trafficTexts({ protocols: null, ports })).toEqual(['TCP/UDP 22, 80-90'])
})

it.each([
  ['inbound', { protocols: [tcp], ports: ['22'], hosts: null }, ['TCP 22 from anywhere']],
  ['inbound', { protocols: [tcp, icmp], ports: null, hosts: [] }, ['TCP from anywhere', 'ICMP']],
  ['outbound', { protocols: null, ports: null, hosts: null }, ['Any to anywhere']],
  ['inbound', { protocols: [tcp], ports, hosts: [{ type: 'vpc', value: 'a' }] }, ['TCP 22, 80-90', 'VPC a']],
] as const)('%s rules without hosts say that any host is meant', (direction, filters, texts) => {
  expect(filterTexts({ direction, filters: structuredClone(filters) as VpcFirewallRuleFilter })).toEqual(texts)
})

it('an enabled rule that names what is not there has no effect, or one in part', () => {
  const [here, gone] = [
    { type: 'vpc', value: 'here' },
    { type: 'vpc', value: 'gone' },
  ] as const
  const effect = (targets: VpcFirewallRuleTarget[], hosts: VpcFirewallRuleTarget[] | null) =>
    effectOf({ targets, filters: { hosts, ports: null, protocols: null } }, ({ value }) => value === 'gone')
  expect(effect([here], null)).toBeUndefined()
  expect(effect([here], [here])).toBeUndefined()
  expect(effect([here, gone], [])).toBe('in part')
  expect(effect([here], [gone, here])).toBe('in part')
  expect(effect([gone], [here])).toBe('no effect')
  expect(effect([here], [gone])).toBe('no effect')
})

import { describe, expect, test } from 'vitest'
import type { VpcFirewallRule } from '~/api/types.gen.ts'
import { nameOfCopy, ruleOf, rulesWith, toUpdate, valuesOf } from './rule-values.ts'

const rule = (fields: Partial<VpcFirewallRule> = {}): VpcFirewallRule => ({
  id: crypto.randomUUID(),
  name: 'web',
  description: '',
  timeCreated: new Date(0),
  timeModified: new Date(0),
  action: 'allow',
  direction: 'inbound',
  filters: { ports: ['80'], protocols: [{ type: 'icmp', value: { icmpType: 3, code: '0-4' } }], hosts: null },
  priority: 10,
  status: 'enabled',
  targets: [
    { type: 'vpc', value: 'default' },
    { type: 'ip', value: '10.0.0.1' },
  ],
  vpcId: crypto.randomUUID(),
  ...fields,
})

test('a rule comes out of its form as it went in', () => expect(ruleOf(valuesOf(rule()))).toEqual(toUpdate(rule())))

describe('a copy', () => {
  test('has a name that no other has', () => {
    expect(nameOfCopy('web', new Set(['web']))).toBe('web-copy')
    expect(nameOfCopy('web', new Set(['web-copy', 'web-copy-2']))).toBe('web-copy-3')
  })
  test('never has a name that is too long', () => {
    const long = 'a'.repeat(63)
    const first = nameOfCopy(long, new Set())
    expect(first).toBe(`${'a'.repeat(58)}-copy`)
    expect(nameOfCopy(long, new Set([first]))).toBe(`${'a'.repeat(56)}-copy-2`)
  })
})

test('a change of the list leaves all other rules as they are, and a changed one in its place', () => {
  const rules = ['a', 'b', 'c', 'd'].map((name) => rule({ name }))
  for (const [at, original] of rules.entries()) {
    const others = rules.filter((each) => each !== original).map(toUpdate)
    const changed = { ...toUpdate(original), priority: 99 }
    expect(rulesWith(rules, { original })).toEqual(others)
    expect(rulesWith(rules, { original, rule: changed })[at]).toEqual(changed)
    expect(rulesWith(rules, { original, rule: changed }).toSpliced(at, 1)).toEqual(others)
    const added = { ...changed, name: 'added' }
    expect(rulesWith(rules, { rule: added })).toEqual([...rules.map(toUpdate), added])
  }
})

import { VpcFirewallRuleUpdateParams } from '@skerry/contract/network/firewall-rules.ts'
import { maxRules } from '@skerry/contract/rules/firewall.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkInSlices } from './check-in-slices.ts'

const rule = (index: number) => ({
  name: `rule-${index}`,
  description: '',
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority: 1,
  filters: {},
  targets: [{ type: 'vpc', value: 'default' }],
})
const rulesOf = (length: number) => Array.from({ length }, (_, index) => rule(index))
const check = (schema: z.ZodType, value: unknown) => checkInSlices(schema, value, JSON.stringify(value)?.length ?? 0)
const Listed = z
  .object({ name: z.string(), sizes: z.array(z.coerce.number().max(9)).min(2).nullish().default([1, 2]) })
  .refine(({ name, sizes }) => name !== 'none' || !sizes?.length, { path: ['name'], message: 'has sizes' })

describe('a value that is checked in slices', () => {
  it.each([
    ['rules', VpcFirewallRuleUpdateParams, { rules: rulesOf(3), unknown: true }],
    ['no rules', VpcFirewallRuleUpdateParams, {}],
    ['rules that are no list', VpcFirewallRuleUpdateParams, { rules: 'all' }],
    ['more rules than allowed', VpcFirewallRuleUpdateParams, { rules: rulesOf(maxRules + 1) }],
    ['a rule with a wrong target', VpcFirewallRuleUpdateParams, { rules: [rule(0), { ...rule(1), targets: [{}] }] }],
    ['no object', VpcFirewallRuleUpdateParams, [rule(0)]],
    ['elements that the schema converts', Listed, { name: 'data', sizes: ['3', '4'] }],
    ['an element beyond its limit', Listed, { name: 'data', sizes: ['3', '10'] }],
    ['too few elements', Listed, { name: 'data', sizes: ['3'] }],
    ['null for a list', Listed, { name: 'none', sizes: null }],
    ['a default list', Listed, { name: 'data' }],
    ['a rule over several fields', Listed, { name: 'none', sizes: [3, 4] }],
    ['a list itself', z.array(z.string()), ['a', 'b']],
  ])('is accepted and refused like one that is checked at once: %s', async (_what, schema, value) => {
    const { data, error } = schema.safeParse(value)
    const sliced = await check(schema, value)
    expect(sliced.data).toEqual(data)
    expect(sliced.error?.issues).toEqual(error?.issues)
  })

  it('lets other work run in between', async () => {
    let turns = 0
    let running = true
    const count = () => {
      turns++
      if (running) setImmediate(count)
    }
    setImmediate(count)
    expect(await check(VpcFirewallRuleUpdateParams, { rules: rulesOf(maxRules) })).toMatchObject({ success: true })
    running = false
    expect(turns).toBeGreaterThan(8)
  })
})

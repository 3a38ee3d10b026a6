import type { VpcFirewallRuleUpdate } from '@skerry/contract/network/firewall-rules.ts'
import type { RouteDestination, RouteTarget } from '@skerry/contract/network/routers.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEED } from '../testing/seed.ts'
import { openSite, type Site } from './network-fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.server.close())

const ipv4Of = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
const name = fc.stringMatching(/^[a-z]([a-z0-9-]{0,60}[a-z0-9])?$/)
const ip = fc.oneof(
  fc.integer({ min: 2 ** 24, max: 2 ** 30 }).map((number) => ipv4Of(number)),
  fc.nat(0xffff).map((last) => `fd00::${last.toString(16)}`.replace(/:0$/, ':')),
)
const ipNet = fc.oneof(
  fc.nat(255).map((octet) => `10.${octet}.0.0/16`),
  fc.integer({ min: 1, max: 0xffff }).map((part) => `fd00:0:${part.toString(16)}::/48`),
)

describe('What is written', () => {
  const place = fc.oneof(
    fc.record({ type: fc.constantFrom('vpc' as const, 'subnet' as const, 'instance' as const), value: name }),
    fc.record({ type: fc.constant('ip' as const), value: ip }),
    fc.record({ type: fc.constant('ip_net' as const), value: ipNet }),
  )
  const range = (most: number, least = 0) =>
    fc
      .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
      .map(([a, b]) => (a === b ? `${a}` : `${Math.min(a, b)}-${Math.max(a, b)}`))
  const protocol = fc.oneof(
    fc.record({ type: fc.constantFrom('tcp' as const, 'udp' as const) }),
    fc.record({
      type: fc.constant('icmp' as const),
      value: fc.option(fc.record({ icmp_type: fc.nat(255), code: fc.option(range(255)) })),
    }),
  )
  const rule: fc.Arbitrary<VpcFirewallRuleUpdate> = fc.record({
    name,
    description: fc.string({ maxLength: 40, unit: 'grapheme' }),
    action: fc.constantFrom('allow', 'deny'),
    direction: fc.constantFrom('inbound', 'outbound'),
    status: fc.constantFrom('enabled', 'disabled'),
    priority: fc.nat(65_535),
    targets: fc.array(place, { minLength: 1, maxLength: 4 }),
    filters: fc.record({
      hosts: fc.option(fc.array(place, { maxLength: 4 })),
      ports: fc.option(fc.array(range(65_535, 1), { maxLength: 4 })),
      protocols: fc.option(fc.array(protocol, { maxLength: 4 })),
    }),
  })
  const withoutNulls = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_, each: unknown) => (each === null ? undefined : each)))

  it('as firewall rules comes back as it was', async () => {
    const query = { project: 'harbour', vpc: 'default' }
    const rules = fc.uniqueArray(rule, { maxLength: 8, selector: (each) => each.name })
    await fc.assert(
      fc.asyncProperty(rules, async (sent) => {
        const put = await site.owner.ok('vpc_firewall_rules_update', { query, body: { rules: sent } })
        const read = await site.viewer.ok('vpc_firewall_rules_view', { query })
        expect(read).toEqual(put)
        const back = (read.rules as (VpcFirewallRuleUpdate & Record<string, unknown>)[]).map(
          ({ name: own, description, action, direction, status, priority, targets, filters }) => ({
            name: own,
            description,
            action,
            direction,
            status,
            priority,
            targets,
            filters,
          }),
        )
        const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
        expect(withoutNulls(back.toSorted(byName))).toEqual(withoutNulls(sent.toSorted(byName)))
        // A rule can be written back as it was read.
        expect((await site.owner.ok('vpc_firewall_rules_update', { query, body: { rules: back } })).rules).toHaveLength(
          sent.length,
        )
      }),
      { numRuns: 40, seed: SEED },
    )
  })

  it('as a route comes back as it was', async () => {
    const vpc = { project: 'harbour', vpc: 'default' }
    const router = await site.owner.ok('vpc_router_create', { query: vpc, body: { name: 'own', description: '' } })
    let kept: object = {
      name: 'route',
      description: '',
      destination: { type: 'ip', value: '10.0.0.1' },
      target: { type: 'drop' },
    }
    const { id } = await site.owner.ok('vpc_router_route_create', { query: { router: router.id }, body: kept })
    const destination: fc.Arbitrary<RouteDestination> = fc.oneof(
      fc.record({ type: fc.constant('ip' as const), value: ip }),
      fc.record({ type: fc.constant('ip_net' as const), value: ipNet }),
      fc.record({ type: fc.constant('subnet' as const), value: name }),
    )
    const target: fc.Arbitrary<RouteTarget> = fc.oneof(
      fc.record({ type: fc.constant('ip' as const), value: ip }),
      fc.record({ type: fc.constantFrom('instance' as const, 'internet_gateway' as const), value: name }),
      fc.record({ type: fc.constant('drop' as const) }),
    )
    const isIpv6 = (text: string) => text.includes(':')
    await fc.assert(
      fc.asyncProperty(name, destination, target, async (own, from, to) => {
        const body = { name: own, description: own, destination: from, target: to }
        const answer = await site.owner.call('vpc_router_route_update', { path: { route: id }, body })
        const mixes = from.type !== 'subnet' && to.type === 'ip' && isIpv6(from.value) !== isIpv6(to.value)
        expect(answer.status).toBe(mixes ? 400 : 200)
        const read = await site.viewer.ok('vpc_router_route_view', { path: { route: id } })
        if (!mixes) kept = body
        expect(read).toMatchObject(kept)
      }),
      { numRuns: 60, seed: SEED },
    )
  })
})

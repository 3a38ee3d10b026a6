import type { VpcFirewallRuleUpdate } from '@skerry/contract/network/firewall-rules.ts'
import type { RouteDestination, RouteTarget } from '@skerry/contract/network/routers.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomId } from '../kernel/values/uuid.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { SEED } from '../testing/seed.ts'
import { addressesOfPool, freeAddresses, takeAddresses, takeNextAddress } from './free-addresses.repo.ts'
import { openSite, type Site, createStoppedInstance } from './network-fixtures.ts'

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

describe('Addresses of a pool', () => {
  const SIZE = 24
  const base = (100 << 24) | (64 << 16)
  /** Takes or frees a run of addresses, which may exceed the pool. */
  const step = fc
    .record({ free: fc.boolean(), first: fc.integer({ min: -2, max: SIZE + 1 }), more: fc.nat(5) })
    .map(({ free, first, more }) => ({ free, first, last: first + more }))

  it('are allocated once, within its ranges, in rotation, after releases in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const id = randomId()
        const { db } = site.server
        const now = new Date()
        await db
          .insertInto('ip_pools')
          .values({ id, name: `p${id}`, description: '', time_created: now, time_modified: now })
          .execute()
        const pool = addressesOfPool(id)
        const free = new Set(Array.from({ length: SIZE }, (_, index) => index))
        let cursor = -1
        const address = (index: number) => ipv4Of(base + index)
        await db.transaction().execute(async (tx) => {
          await freeAddresses(tx, pool, address(0), address(SIZE - 1))
          for (const one of steps) {
            const next = [...free].toSorted((a, b) => a - b)
            const expected = next.find((index) => index > cursor) ?? next[0]
            expect(await takeNextAddress(tx, pool)).toBe(expected === undefined ? undefined : address(expected))
            if (expected !== undefined) free.delete((cursor = expected))
            const indices = Array.from({ length: one.last - one.first + 1 }, (_, index) => one.first + index)
            const isFree = indices.every((index) => free.has(index))
            const isUsed = indices.every((index) => index >= 0 && index < SIZE && !free.has(index))
            if (one.free && isUsed) {
              await freeAddresses(tx, pool, address(one.first), address(one.last))
              for (const index of indices) free.add(index)
            }
            if (one.free) continue
            const taken = await takeAddresses(tx, pool, address(one.first), address(one.last))
            expect(taken).toBe(isFree)
            if (taken) for (const index of indices) free.delete(index)
          }
          const gaps = await tx
            .selectFrom('ip_pool_gaps')
            .select(['first', 'last'])
            .where('owner_id', '=', id)
            .orderBy('first')
            .execute()
          const runs = [...free]
            .toSorted((a, b) => a - b)
            .reduce<[number, number][]>((all, index) => {
              const last = all.at(-1)
              if (last?.[1] === index - 1) last[1] = index
              else all.push([index, index])
              return all
            }, [])
          expect(gaps.map(({ first, last }) => [first, last])).toEqual(runs.map((run) => run.map(address)))
          await tx.deleteFrom('ip_pool_gaps').where('owner_id', '=', id).execute()
          await tx.deleteFrom('ip_pools').where('id', '=', id).execute()
        })
      }),
      { numRuns: 40, seed: SEED },
    )
  })
})

describe('Subnets of a VPC', () => {
  const block = fc
    .tuple(fc.nat(255), fc.integer({ min: 20, max: 26 }))
    .map(([octet, width]) => ({ start: Math.floor((octet * 64) / 2 ** (32 - width)) * 2 ** (32 - width), width }))

  it('never overlap', async () => {
    await fc.assert(
      fc.asyncProperty(name, fc.array(block, { minLength: 1, maxLength: 6 }), async (vpc, blocks) => {
        const { id } = await site.owner.ok('vpc_create', {
          query: { project: 'harbour' },
          body: { name: `${vpc.slice(0, 50)}-x`, description: '', dns_name: 'net' },
        })
        const taken: { start: number; end: number }[] = []
        for (const [index, { start, width }] of blocks.entries()) {
          const end = start + 2 ** (32 - width) - 1
          const body = { name: `s${index}`, description: '', ipv4_block: `${ipv4Of((10 << 24) + start)}/${width}` }
          const answer = await site.owner.call('vpc_subnet_create', { query: { vpc: id }, body })
          const overlaps = taken.some((other) => start <= other.end && end >= other.start)
          expect([answer.status, index]).toEqual([overlaps ? 400 : 201, index])
          if (!overlaps) taken.push({ start, end })
        }
        const { items } = await site.owner.ok('vpc_subnet_list', { query: { vpc: id } })
        for (const subnet of items as { id: string }[])
          await site.owner.ok('vpc_subnet_delete', { path: { subnet: subnet.id } })
        await site.owner.ok('vpc_delete', { path: { vpc: id } })
      }),
      { numRuns: 15, seed: SEED },
    )
    expect(await brokenInvariants(site.server.db)).toEqual([])
  })
})

describe('Addresses of interfaces', () => {
  const MACHINES = 62
  const block = fc.tuple(fc.integer({ min: 10, max: 99 }), fc.integer({ min: 25, max: 26 }), fc.nat(1))
  const step = fc.record({
    what: fc.constantFrom('any', 'any', 'requested', 'delete'),
    machine: fc.nat(MACHINES - 1),
    subnet: fc.nat(1),
    // Of a requested address, from before the block to past its end.
    offset: fc.integer({ min: -2, max: 130 }),
  })
  interface Subnet {
    name: string
    start: number
    size: number
    used: Set<number>
    /** The address that was taken last without being requested. */
    cursor: number
  }
  interface Nic {
    id: string
    subnet: Subnet
    address: number
  }

  /** Creates a VPC with these subnets. */
  async function network(blocks: [octet: number, width: number, half: number][]) {
    const vpc = await site.owner.ok('vpc_create', {
      query: { project: site.project.id },
      body: { name: `v${randomId()}`, description: '', dns_name: 'net' },
    })
    const subnets: Subnet[] = []
    for (const [index, [octet, width, half]] of blocks.entries()) {
      const size = 2 ** (32 - width)
      const start = 10 * 2 ** 24 + octet * 2 ** 16 + half * size
      const body = { name: `s${index}`, description: '', ipv4_block: `${ipv4Of(start)}/${width}` }
      await site.owner.ok('vpc_subnet_create', { query: { vpc: vpc.id }, body })
      subnets.push({ name: body.name, start, size, used: new Set(), cursor: start })
    }
    return { vpc: vpc as { id: string; name: string }, subnets }
  }

  /** Adds an interface and checks the answer against the model. */
  async function add(machine: string, own: Nic[], vpc: { name: string }, subnet: Subnet, requested?: number) {
    const usable = Array.from({ length: subnet.size - 6 }, (_, index) => subnet.start + 5 + index)
    const free = usable.filter((address) => !subnet.used.has(address))
    const named = { name: subnet.name, description: '', vpc_name: vpc.name, subnet_name: subnet.name }
    const { status, body } = await site.owner.call('instance_network_interface_create', {
      query: { instance: machine },
      body: { ...named, ...(requested !== undefined && { ip: ipv4Of(requested) }) },
    })
    const isAttached = own.some((nic) => nic.subnet === subnet)
    const next = free.find((each) => each > subnet.cursor) ?? free[0]
    const address = isAttached ? undefined : requested === undefined ? next : free.find((each) => each === requested)
    const refused = requested === undefined && !isAttached ? 507 : 400
    expect([status, body.ip]).toEqual(address === undefined ? [refused, undefined] : [201, ipv4Of(address)])
    if (address === undefined) return
    subnet.used.add(address)
    if (requested === undefined) subnet.cursor = address
    own.push({ id: body.id, subnet, address })
  }

  /** Removes the last interface: the first one is primary and must be removed last. */
  async function remove(own: Nic[]) {
    const nic = own.pop()
    if (!nic) return
    await site.owner.ok('instance_network_interface_delete', { path: { interface: nic.id } })
    nic.subnet.used.delete(nic.address)
  }

  it('are the next free ones, and never reserved, used or outside the subnet', async () => {
    const none = { network_interfaces: { type: 'none' } }
    const machines = await Promise.all(Array.from({ length: MACHINES }, () => createStoppedInstance(site, none)))
    const blocks = fc.uniqueArray(block, { minLength: 2, maxLength: 2, selector: ([octet]) => octet })
    const steps = fc.array(step, { minLength: 20, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(blocks, fc.nat(MACHINES), steps, async (chosen, attached, all) => {
        const { vpc, subnets } = await network(chosen)
        const owned = machines.map((): Nic[] => [])
        for (let at = 0; at < attached; at++) await add(machines[at]!.id, owned[at]!, vpc, subnets[0]!)
        for (const { what, machine, subnet: index, offset } of all) {
          const [own, subnet] = [owned[machine]!, subnets[index]!]
          const requested = what === 'requested' ? subnet.start + offset : undefined
          await (what === 'delete' ? remove(own) : add(machines[machine]!.id, own, vpc, subnet, requested))
        }
        expect(await brokenInvariants(site.server.db)).toEqual([])
        for (const own of owned) while (own.length) await remove(own)
        for (const subnet of ['default', ...subnets.map((each) => each.name)])
          await site.owner.ok('vpc_subnet_delete', { path: { subnet }, query: { vpc: vpc.id } })
        await site.owner.ok('vpc_delete', { path: { vpc: vpc.id } })
      }),
      { numRuns: 4, seed: SEED },
    )
  })
})

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

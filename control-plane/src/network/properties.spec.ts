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

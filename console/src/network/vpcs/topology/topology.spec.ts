import { describe, expect, test } from 'vitest'
import { isCrowded, mostInstances, type VpcParts } from './parts.ts'
import { mostInSubnet, pathsThrough, placed, topologyOf } from './topology.ts'

const named = (id: string) => ({
  id,
  name: id,
  description: '',
  timeCreated: new Date(0),
  timeModified: new Date(0),
  vpcId: 'vpc',
})
const subnet = (id: string, customRouterId: string | null = null) => ({
  ...named(id),
  customRouterId,
  ipv4Block: '10.0.0.0/24',
  ipv6Block: 'fd00::/64',
})
const nic = (instanceId: string, subnetId: string) => ({
  ...named(`nic-${instanceId}-${subnetId}`),
  instanceId,
  subnetId,
  ip: '10.0.0.5',
  mac: '5E:4B:59:00:00:01',
  primary: true,
})
type Drawn = NonNullable<VpcParts['drawn']>
const instance = (id: string) => ({ ...named(id), runState: 'running' }) as unknown as Drawn['instances'][number]
const system = { ...named('system'), kind: 'system' as const }
const own = { ...named('own'), kind: 'custom' as const }
const out = {
  router: system,
  route: {
    ...named('out'),
    kind: 'default' as const,
    vpcRouterId: 'system',
    destination: { type: 'ip_net' as const, value: '0.0.0.0/0' },
    target: { type: 'internet_gateway' as const, value: 'gateway' },
  },
}
const parts: VpcParts = {
  gateways: [named('gateway')],
  routers: [own, system],
  routes: [out],
  subnets: [subnet('front'), subnet('back', 'own')],
  drawn: {
    interfaces: [nic('web', 'front'), nic('db', 'back')],
    instances: [instance('web'), instance('db'), instance('elsewhere')],
  },
}

test('edges are routes, routers of subnets and interfaces', () => {
  const { nodes, edges } = topologyOf(parts)
  expect(edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'internet gateway',
    'gateway system',
    'system front',
    'own back',
    'front web',
    'back db',
  ])
  expect(nodes.map(({ id }) => id)).not.toContain('elsewhere')
})

test('a path goes on both ways, and does not turn', () => {
  const { edges } = topologyOf(parts)
  expect([...pathsThrough(edges, 'front')].toSorted()).toEqual(['front', 'gateway', 'internet', 'system', 'web'])
  expect([...pathsThrough(edges, 'db')].toSorted()).toEqual(['back', 'db', 'own'])
})

describe('a subnet with many instances', () => {
  const ids = Array.from({ length: mostInSubnet }, (_, index) => `i-${index}`)
  const nodesWith = (all: readonly string[]) => {
    const interfaces = [...all.map((id) => nic(id, 'front')), nic('both', 'front'), nic('both', 'back')]
    const { nodes } = topologyOf({ ...parts, drawn: { interfaces, instances: [...all, 'both'].map(instance) } })
    return nodes.filter(({ layer }) => layer === 'instance').map(({ name }) => name)
  }
  test('has them as one node, apart from those that are in another subnet too', () => {
    expect(nodesWith(ids)).toEqual(['8 instances', 'both'])
  })
  test('draws each while they are few', () => {
    expect(nodesWith(ids.slice(1))).toHaveLength(mostInSubnet)
  })
})

describe('more instances than can be drawn', () => {
  const many = Array.from({ length: mostInstances + 1 }, (_, index) => `i-${index}`)
  test('are counted for each subnet', () => {
    const { nodes, edges } = topologyOf({
      ...parts,
      drawn: { interfaces: many.map((id) => nic(id, 'front')), instances: many.map(instance) },
    })
    expect(nodes.filter(({ layer }) => layer === 'instance')).toMatchObject([{ name: '51 instances', folded: 51 }])
    expect(edges.at(-1)).toMatchObject({ from: 'front', to: 'front instances' })
  })
  test('are known by the counts of the subnets alone', () => {
    const holding = (...counts: number[]) => counts.map((networkInterfaceCount) => ({ networkInterfaceCount }))
    expect(isCrowded(holding(mostInstances, mostInstances))).toBe(false)
    expect(isCrowded(holding(1, mostInstances + 1))).toBe(true)
    // An instance has at most eight interfaces.
    expect(isCrowded(holding(...Array<number>(8).fill(mostInstances)))).toBe(false)
    expect(isCrowded(holding(...Array<number>(8).fill(mostInstances), 1))).toBe(true)
    expect(isCrowded([{}])).toBe(false)
    const subnets = [
      { ...subnet('front'), networkInterfaceCount: 51 },
      { ...subnet('back'), networkInterfaceCount: 1 },
    ]
    const { drawn: _, ...rest } = parts
    const { nodes } = topologyOf({ ...rest, subnets: [...subnets, { ...subnet('empty'), networkInterfaceCount: 0 }] })
    expect(nodes.filter(({ layer }) => layer === 'instance')).toMatchObject([
      { name: '51 instances', folded: 51 },
      { name: '1 instance', folded: 1 },
    ])
  })
})

test('a column is as wide as its longest name needs', () => {
  const name = 'a-name-of-twenty-seven-chars'
  const wide = placed([...topologyOf(parts).nodes, { id: 'x', layer: 'instance', name, details: [] }]).nodes
  const widthOf = (id: string) => wide.find((each) => each.id === id)!.width
  expect(widthOf('x')).toBeGreaterThan(8 * name.length)
  expect(widthOf('web')).toBe(widthOf('x'))
  expect(widthOf('front')).toBeLessThan(widthOf('x'))
})

test('no two nodes lie on each other', () => {
  const { nodes } = placed(topologyOf(parts).nodes)
  expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(nodes.length)
})

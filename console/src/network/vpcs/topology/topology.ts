import type { VpcSubnet } from '~/api/types.gen.ts'
import type { RouterWithRoute } from '~/network/routers/queries.ts'
import { mostInstances, type VpcParts } from './parts.ts'

/** The columns of the drawing, from the internet inwards. */
export const layers = ['internet', 'gateway', 'router', 'subnet', 'instance'] as const
export type Layer = (typeof layers)[number]

export interface TopologyNode {
  id: string
  layer: Layer
  name: string
  /** Lines under the name: blocks, addresses. */
  details: readonly string[]
  /** Of an instance. */
  state?: string
  /** How many instances it stands for, where they are too many to draw. */
  folded?: number
}

export interface TopologyEdge {
  from: string
  to: string
  /** What joins the two: the name of a route, of an interface. */
  by: string
}

export interface Topology {
  nodes: readonly TopologyNode[]
  edges: readonly TopologyEdge[]
}

/** More instances than these in one subnet are drawn as one node, apart from those with interfaces in other subnets. */
export const mostInSubnet = 8

const internet: TopologyNode = { id: 'internet', layer: 'internet', name: 'Internet', details: [] }

export function topologyOf(parts: VpcParts): Topology {
  const { gateways, routers, routes, subnets } = parts
  const gatewayId = new Map(gateways.map(({ name, id }) => [name, id]))
  const system = routers.find(({ kind }) => kind === 'system')
  const { nodes, edges } = instancesOf(parts)
  const drawn = new Map(nodes.map(({ name, id }) => [name, id]))
  const edgesOf = ({ router, route: { name, target } }: RouterWithRoute): TopologyEdge[] => {
    const gateway = target.type === 'internet_gateway' && gatewayId.get(target.value)
    if (gateway) return [{ from: gateway, to: router.id, by: `route ${name}` }]
    const instance = target.type === 'instance' && drawn.get(target.value)
    return instance ? [{ from: router.id, to: instance, by: `route ${name}` }] : []
  }
  return {
    nodes: [
      internet,
      ...gateways.map(({ id, name }) => node(id, 'gateway', name)),
      ...routers.map(({ id, name, kind }) => node(id, 'router', name, [kind])),
      ...subnets.map(({ id, name, ipv4Block, ipv6Block }) => node(id, 'subnet', name, [ipv4Block, ipv6Block])),
      ...nodes,
    ],
    edges: [
      ...gateways.map(({ id }) => ({ from: internet.id, to: id, by: 'gateway' })),
      ...routes.flatMap(edgesOf),
      ...subnets.flatMap(({ id, customRouterId }) => {
        const from = customRouterId ?? system?.id
        return from ? [{ from, to: id, by: customRouterId ? 'custom router' : 'system router' }] : []
      }),
      ...edges,
    ],
  }
}

const node = (id: string, layer: Layer, name: string, details: readonly string[] = []): TopologyNode => ({
  id,
  layer,
  name,
  details,
})

function instancesOf({ drawn, subnets }: VpcParts): Topology {
  if (!drawn) return counted(subnets, ({ networkInterfaceCount = 0 }) => networkInterfaceCount)
  const { interfaces } = drawn
  const ofInstance = Map.groupBy(interfaces, ({ instanceId }) => instanceId)
  const inside = drawn.instances.filter(({ id }) => ofInstance.has(id))
  if (inside.length > mostInstances) {
    const inSubnet = Map.groupBy(interfaces, ({ subnetId }) => subnetId)
    return counted(subnets, ({ id }) => new Set(inSubnet.get(id)?.map(({ instanceId }) => instanceId)).size)
  }
  const crowdOf = new Map<string, string[]>()
  for (const [subnet, own] of Map.groupBy(interfaces, ({ subnetId }) => subnetId)) {
    const here = [...new Set(own.map(({ instanceId }) => instanceId))]
    const alone = here.filter((id) => ofInstance.get(id)?.every(({ subnetId }) => subnetId === subnet))
    if (here.length > mostInSubnet && alone.length > 1) crowdOf.set(subnet, alone)
  }
  const crowd = counted(subnets, ({ id }) => crowdOf.get(id)?.length ?? 0)
  const hidden = new Set([...crowdOf.values()].flat())
  const single = inside.filter(({ id }) => !hidden.has(id))
  const ids = new Set(single.map(({ id }) => id))
  return joined(crowd, {
    nodes: single.map(({ id, name, runState }) => ({
      ...node(
        id,
        'instance',
        name,
        ofInstance.get(id)?.map(({ ip }) => ip),
      ),
      state: runState,
    })),
    edges: interfaces
      .filter(({ instanceId }) => ids.has(instanceId))
      .map((nic) => ({ from: nic.subnetId, to: nic.instanceId, by: `interface ${nic.name}` })),
  })
}

const joined = (one: Topology, other: Topology): Topology => ({
  nodes: [...one.nodes, ...other.nodes],
  edges: [...one.edges, ...other.edges],
})

/** One node for all instances of a subnet. */
function counted(subnets: readonly VpcSubnet[], countOf: (subnet: VpcSubnet) => number): Topology {
  const folded = subnets
    .map((subnet) => ({ from: subnet.id, to: `${subnet.id} instances`, count: countOf(subnet) }))
    .filter(({ count }) => count > 0)
  return {
    nodes: folded.map(({ to, count }) => ({ ...node(to, 'instance', instanceWords(count)), folded: count })),
    edges: folded.map(({ from, to, count }) => ({ from, to, by: `interfaces of ${instanceWords(count)}` })),
  }
}

const instanceWords = (count: number) => (count === 1 ? '1 instance' : `${count} instances`)

/** Everything on a path through a node: what leads to it, and where it leads. */
export function pathsThrough(edges: readonly TopologyEdge[], id: string): ReadonlySet<string> {
  const path = new Set([id])
  const follow = (start: string, next: (at: string) => string[]) => {
    const waiting = [start]
    const seen = new Set(waiting)
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const beyond of next(at)) {
        if (seen.has(beyond)) continue
        seen.add(beyond)
        path.add(beyond)
        waiting.push(beyond)
      }
  }
  follow(id, (at) => edges.filter(({ to }) => to === at).map(({ from }) => from))
  follow(id, (at) => edges.filter(({ from }) => from === at).map(({ to }) => to))
  return path
}

// Five columns of the least width fit beside the sidebar of a window of 1440 px.
const nodeWidth = { least: 176, most: 420 } as const
export const nodeHeight = 92
const gap = { across: 48, down: 16 } as const

export interface Placed extends TopologyNode {
  x: number
  y: number
  width: number
}

/** As wide as its longest name needs, at about 8 px a letter beside the padding. */
const widthOf = (column: readonly TopologyNode[]): number => {
  const letters = Math.max(...column.map(({ name }) => name.length))
  return Math.min(nodeWidth.most, Math.max(nodeWidth.least, 8 * letters + 28))
}

/** Places each layer in a column of its own, from the top. */
export function placed(nodes: readonly TopologyNode[]): { nodes: Placed[]; width: number; height: number } {
  const columns = layers.map((layer) => nodes.filter((each) => each.layer === layer)).filter(({ length }) => length > 0)
  const step = nodeHeight + gap.down
  const widths = columns.map(widthOf)
  const startOf = (at: number) => widths.slice(0, at).reduce((sum, width) => sum + width + gap.across, 0)
  return {
    nodes: columns.flatMap((column, at) =>
      column.map((each, row) => ({ ...each, x: startOf(at), y: row * step, width: widths[at]! })),
    ),
    width: startOf(columns.length) - gap.across,
    height: Math.max(...columns.map(({ length }) => length)) * step - gap.down,
  }
}

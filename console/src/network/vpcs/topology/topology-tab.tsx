import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { gatewayPath } from '~/network/internet-gateways/queries.ts'
import { routerPath } from '~/network/routers/queries.ts'
import { subnetPath } from '~/network/subnets/queries.ts'
import type { VpcParams } from '~/network/vpcs/queries.ts'
import { TabHeading } from '~/shell/list/tab-heading.tsx'
import { readState } from '~/shell/page/reads.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { Drawing } from './drawing.tsx'
import { partsQuery } from './parts.ts'
import { type TopologyEdge, type TopologyNode, topologyOf } from './topology.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

const layerLabel = {
  internet: 'Internet',
  gateway: 'Gateway',
  router: 'Router',
  subnet: 'Subnet',
  instance: 'Instance',
}

/** The page of what a node stands for. */
const linkOf =
  (params: VpcParams) =>
  ({ layer, name, folded }: TopologyNode): Path | undefined => {
    if (layer === 'gateway') return gatewayPath(params, name)
    if (layer === 'router') return routerPath(params, name)
    if (layer === 'subnet') return subnetPath(params, name)
    if (layer !== 'instance') return undefined
    return folded
      ? pathTo('/projects/$project/instances', { project: params.project })
      : pathTo('/projects/$project/instances/$instance/storage', { project: params.project, instance: name })
  }

type Line = TopologyEdge & { id: string; source: TopologyNode; target: TopologyNode }

const inWords = ({ layer, name, folded }: TopologyNode) =>
  layer === 'internet' || folded ? name : `${layerLabel[layer]} ${name}`

const columns: readonly Column<Line>[] = [
  { id: 'source', header: 'From', cell: ({ source }) => inWords(source), value: ({ source }) => inWords(source) },
  { id: 'target', header: 'To', cell: ({ target }) => inWords(target), value: ({ target }) => inWords(target) },
  { id: 'by', header: 'Through', cell: ({ by }) => by, value: ({ by }) => by },
  {
    id: 'details',
    header: 'Addresses',
    cell: ({ target: { details, layer } }) => (layer === 'router' ? null : details.join(', ') || null),
    mono: true,
  },
]

const idOf = ({ id }: Line) => id

export function TopologyTab() {
  const { project, vpc } = route.useParams()
  const params = useMemo(() => ({ project, vpc }), [project, vpc])
  const query = useSuspenseQuery(partsQuery(params))
  const topology = useMemo(() => topologyOf(query.data), [query.data])
  const lines = useMemo(() => {
    const nodes = new Map(topology.nodes.map((node) => [node.id, node]))
    return topology.edges.flatMap((edge): Line[] => {
      const [source, target] = [nodes.get(edge.from), nodes.get(edge.to)]
      return source && target ? [{ ...edge, id: `${edge.from} ${edge.to} ${edge.by}`, source, target }] : []
    })
  }, [topology])
  return (
    <>
      <TabHeading title="Topology" read={readState(query)} />
      <Drawing topology={topology} linkOf={linkOf(params)} />
      <h3 className="mt-6 mb-3 font-semibold">As a table</h3>
      <Table label="Topology" rows={lines} columns={columns} getId={idOf} />
    </>
  )
}

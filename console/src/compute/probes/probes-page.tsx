import { getRouteApi, Link } from '@tanstack/react-router'
import { Radar } from 'lucide-react'
import { useMemo } from 'react'
import type { ProbeInfo } from '~/api/types.gen.ts'
import { SledCell } from '~/fleet/hardware-links.tsx'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { MoreCell } from '~/table/more-cell.tsx'
import { addressColumn, idColumn, nameColumn } from '~/table/named-columns.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { askToDeleteProbe } from './delete-probe.ts'
import { probePath, probesSource } from './queries.ts'

const route = getRouteApi('/_app/projects/$project')

const columnsFor = (project: string): readonly Column<ProbeInfo>[] => [
  nameColumn(({ name }) => (
    <Link to={probePath(project, name)}>
      <CutName name={name} />
    </Link>
  )),
  { id: 'sled', header: 'Sled', cell: ({ sled }) => <SledCell id={sled} />, value: ({ sled }) => sled },
  {
    id: 'external_ips',
    header: 'External IPs',
    cell: ({ externalIps }) => <MoreCell items={externalIps.map(({ ip }) => ip)} />,
    value: ({ externalIps }) => externalIps.map(({ ip }) => ip).join(' '),
    mono: true,
  },
  addressColumn('interface_ip', 'Interface IP', ({ interface: { ip } }) => ip),
  idColumn,
]

export function ProbesPage() {
  const { project } = route.useParams()
  const refused = useRefusals({ project })
  const columns = useMemo(() => columnsFor(project), [project])
  return (
    <ListPage
      title="Probes"
      source={probesSource(project)}
      columns={columns}
      create={{
        label: 'New probe',
        to: pathTo('/projects/$project/probes-new', { project }),
        refusal: refused('probe_create'),
      }}
      view={({ id }) => copyRequest('probeView', { path: { probe: id }, query: { project } })}
      rowActions={(probe) => [
        {
          label: 'Delete',
          danger: true,
          refusal: refused('probe_delete'),
          onSelect: () => askToDeleteProbe(project, probe),
        },
      ]}
      itemLink={({ name }) => probePath(project, name)}
      emptyIcon={<Radar />}
      emptyTitle="No probes"
      emptyBody="A probe tests the network from a sled of your choice. It has an address in the default subnet and an external IP. Probes are experimental."
    />
  )
}

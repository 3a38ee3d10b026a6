import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RectangleVertical } from 'lucide-react'
import { useMemo } from 'react'
import type { Rack } from '~/api/types.gen.ts'
import { hardwareStateColumn } from '~/fleet/hardware-state.tsx'
import { switchesQuery } from '~/fleet/switches/queries.ts'
import { formatNumber } from '~/lib/format/numbers.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { type Reading, useReading } from '~/shell/page/reads.ts'
import { sledsQuery } from '~/shell/things/sleds.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn } from '~/table/named-columns.tsx'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { rackPath, racksSource } from './queries.ts'

/** What racks hold of a kind: one list answers for all of them. */
type Contents = Reading<{ rackId: string }[]>

const countColumn = (id: string, header: string, contents: Contents): Column<Rack> => {
  const byRack = contents.data && Map.groupBy(contents.data, ({ rackId }) => rackId)
  const countOf = (rack: Rack) => byRack && (byRack.get(rack.id)?.length ?? 0)
  return {
    id,
    header,
    cell: (rack) => (
      <SecondaryCell value={countOf(rack)} failure={contents.failure}>
        {formatNumber}
      </SecondaryCell>
    ),
    value: countOf,
  }
}

const columnsFor = (sleds: Contents, switches: Contents): readonly Column<Rack>[] => [
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => (
      <Link to={rackPath(id)}>
        <ShortId id={id} />
      </Link>
    ),
    value: ({ id }) => id,
  },
  countColumn('sleds', 'Sleds', sleds),
  countColumn('switches', 'Switches', switches),
  hardwareStateColumn,
  createdColumn,
]

export function RacksTab() {
  const sleds = useReading(useQuery(sledsQuery))
  const switches = useReading(useQuery(switchesQuery))
  const columns = useMemo(() => columnsFor(sleds, switches), [sleds, switches])
  return (
    <ListPage
      below
      title="Racks"
      source={racksSource}
      columns={columns}
      view={({ id }) => copyRequest('rackView', { path: { rackId: id } })}
      itemLink={({ id }) => rackPath(id)}
      emptyIcon={<RectangleVertical />}
      emptyTitle="No racks"
      emptyBody="A rack has sleds and two switches."
    />
  )
}

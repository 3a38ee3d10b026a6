import { Link } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import type { Switch } from '~/api/types.gen.ts'
import { baseboardColumns } from '~/fleet/baseboard-columns.tsx'
import { RackLink } from '~/fleet/hardware-links.tsx'
import { hardwareStateColumn } from '~/fleet/hardware-state.tsx'
import { copyRequest } from '~/shell/copy-request.ts'
import { ListPage } from '~/shell/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { ShortId } from '~/ui/truncate.tsx'
import { switchPath, switchesSource } from './queries.ts'

const columns: readonly Column<Switch>[] = [
  {
    id: 'id',
    header: 'ID',
    cell: ({ id }) => (
      <Link to={switchPath(id)}>
        <ShortId id={id} />
      </Link>
    ),
    value: ({ id }) => id,
  },
  ...baseboardColumns,
  { id: 'rack', header: 'Rack', cell: ({ rackId }) => <RackLink id={rackId} />, value: ({ rackId }) => rackId },
  hardwareStateColumn,
]

/** The switches of all racks. */
export const SwitchesTab = () => (
  <ListPage
    below
    title="Switches"
    source={switchesSource}
    columns={columns}
    nameOf={({ baseboard }) => baseboard.serial}
    view={({ id }) => copyRequest('switchView', { path: { switchId: id } })}
    itemLink={({ id }) => switchPath(id)}
    emptyIcon={<Network />}
    emptyTitle="No switches"
    emptyBody="A rack has two switches: their ports connect the system with the network around it."
  />
)

import { Link } from '@tanstack/react-router'
import { Network } from 'lucide-react'
import type { Switch } from '~/api/types.gen.ts'
import { baseboardColumns, serialColumn } from '~/fleet/baseboard.tsx'
import { RackLink } from '~/fleet/hardware-links.tsx'
import { hardwareStateColumn } from '~/fleet/hardware-state.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import type { Column } from '~/table/columns.ts'
import { idColumn } from '~/table/named-columns.tsx'
import { switchPath, switchesSource } from './queries.ts'

const columns: readonly Column<Switch>[] = [
  serialColumn(({ id, baseboard }) => <Link to={switchPath(id)}>{baseboard.serial}</Link>),
  ...baseboardColumns,
  { id: 'rack', header: 'Rack', cell: ({ rackId }) => <RackLink id={rackId} />, value: ({ rackId }) => rackId },
  hardwareStateColumn,
  idColumn,
]

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
    emptyBody="A rack has two switches, whose ports connect the system to the network around it."
  />
)

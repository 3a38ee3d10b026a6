import { getRouteApi, Link } from '@tanstack/react-router'
import { HardDrive } from 'lucide-react'
import { useMemo } from 'react'
import type { Disk } from '~/api/types.gen.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { usePolling } from '~/shell/live/polling.ts'
import { pathTo } from '~/shell/paths/path.ts'
import {
  DiskSource,
  instanceIdOf,
  sourceName,
  type StorageNames,
  ThingLink,
  useStorageNames,
} from '~/shell/things/storage-names.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, nameColumn } from '~/table/named-columns.tsx'
import { stateGroup } from '~/table/quick-filter.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { diskPolling, useDiskActions } from './disk-actions.tsx'
import { disksSource } from './queries.ts'

const route = getRouteApi('/_app/projects/$project')

/** The three columns of names leave room for the creation time: on wide screens the disk's has what the others leave. */
const nameWidth = 'clamp(11rem, 100vw - 1185px, 22rem)'

const columnsFor = (project: string, names: StorageNames): readonly Column<Disk>[] => [
  {
    ...nameColumn<Disk>(({ name }) => (
      <Link to="/projects/$project/disks/$disk" params={{ project, disk: name }}>
        <CutName name={name} />
      </Link>
    )),
    maxWidth: nameWidth,
  },
  {
    id: 'instance',
    header: 'Instance',
    maxWidth: '11rem',
    cell: (disk) => <ThingLink {...{ project, names }} kind="instances" id={instanceIdOf(disk)} />,
    value: (disk) => names.instances?.get(instanceIdOf(disk) ?? '')?.name ?? '',
  },
  {
    id: 'size',
    header: 'Size',
    cell: (disk) => formatBytes(Number(disk.size)),
    value: (disk) => disk.size,
    mono: true,
    alignEnd: true,
  },
  {
    id: 'source',
    header: 'Source',
    maxWidth: '11rem',
    cell: (disk) => <DiskSource {...{ project, names, disk }} />,
    value: (disk) => sourceName(disk, names),
  },
  {
    id: 'state',
    header: 'State',
    cell: (disk) => <StateBadge state={disk.state.state} />,
    value: (disk) => disk.state.state,
  },
  createdColumn,
]

const groupOf = (disk: Disk) => stateGroup(disk.state.state)

export function DisksPage() {
  const { project } = route.useParams()
  const names = useStorageNames(project, ['instances', 'images', 'snapshots'])
  const actions = useDiskActions(project, names)
  const columns = useMemo(() => columnsFor(project, names), [project, names])
  const refusal = useRefusal('disk_create', { project })
  const pollEvery = usePolling<Disk>(diskPolling)
  return (
    <>
      <ListPage
        title="Disks"
        source={disksSource(project)}
        columns={columns}
        create={{
          label: 'New disk',
          to: pathTo('/projects/$project/disks-new', { project }),
          refusal,
        }}
        view={(disk) => copyRequest('diskView', { path: { disk: disk.id } })}
        rowActions={actions.menu}
        bulkActions={actions.bulk}
        groupOf={groupOf}
        itemLink={(disk) => pathTo('/projects/$project/disks/$disk', { project, disk: disk.name })}
        pollEvery={pollEvery}
        emptyIcon={<HardDrive />}
        emptyTitle="No disks"
        emptyBody="A disk stores data for an instance. Detach it to use it with another instance, or snapshot it to keep a copy."
      />
      {actions.dialog}
    </>
  )
}

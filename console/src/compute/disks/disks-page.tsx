import { getRouteApi, Link } from '@tanstack/react-router'
import { HardDrive } from 'lucide-react'
import { useMemo } from 'react'
import type { Disk } from '~/api/types.gen.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { useActions } from '~/shell/actions/use-actions.tsx'
import { ThingList } from '~/shell/list/thing-list.tsx'
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
import { StateBadge } from '~/ui/badge.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { diskActions } from './disk-actions.tsx'
import { disk } from './disk.ts'

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
    cell: (each) => <ThingLink {...{ project, names }} kind="instances" id={instanceIdOf(each)} />,
    value: (each) => names.instances?.get(instanceIdOf(each) ?? '')?.name ?? '',
  },
  {
    id: 'size',
    header: 'Size',
    cell: (each) => formatBytes(Number(each.size)),
    value: (each) => each.size,
    mono: true,
    alignEnd: true,
  },
  {
    id: 'source',
    header: 'Source',
    maxWidth: '11rem',
    cell: (each) => <DiskSource {...{ project, names }} disk={each} />,
    value: (each) => sourceName(each, names),
  },
  {
    id: 'state',
    header: 'State',
    cell: (each) => <StateBadge state={each.state.state} />,
    value: (each) => each.state.state,
  },
  createdColumn,
]

export function DisksPage() {
  const { project } = route.useParams()
  const names = useStorageNames(project, ['instances', 'images', 'snapshots'])
  const actions = useActions(disk, diskActions, { project, context: names })
  const columns = useMemo(() => columnsFor(project, names), [project, names])
  return <ThingList of={disk} project={project} columns={columns} actions={actions} icon={<HardDrive />} />
}

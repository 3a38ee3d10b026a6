import { getRouteApi, Link } from '@tanstack/react-router'
import { Camera } from 'lucide-react'
import { useMemo } from 'react'
import type { Snapshot } from '~/api/types.gen.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { useActions } from '~/shell/actions/use-actions.tsx'
import { ThingList } from '~/shell/list/thing-list.tsx'
import { type StorageNames, ThingLink, useStorageNames } from '~/shell/things/storage-names.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { StateBadge } from '~/ui/badge.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { snapshotActions } from './snapshot-actions.tsx'
import { snapshot } from './snapshot.ts'

const route = getRouteApi('/_app/projects/$project')

/** The three columns of words leave room for the creation time: on wide screens a name has what the others leave. */
const nameWidth = 'clamp(11rem, 100vw - 1165px, 22rem)'

const columnsFor = (project: string, names: StorageNames): readonly Column<Snapshot>[] => [
  {
    ...nameColumn<Snapshot>(({ name }) => (
      <Link to="/projects/$project/snapshots/$snapshot" params={{ project, snapshot: name }} search state>
        <CutName name={name} />
      </Link>
    )),
    maxWidth: nameWidth,
  },
  { ...descriptionColumn, maxWidth: '11rem' },
  {
    id: 'disk',
    header: 'Disk',
    maxWidth: '11rem',
    cell: (each) => <ThingLink {...{ project, names }} kind="disks" id={each.diskId} />,
    value: (each) => names.disks?.get(each.diskId)?.name ?? '',
  },
  {
    id: 'state',
    header: 'State',
    cell: (each) => <StateBadge state={each.state} />,
    value: (each) => each.state,
  },
  {
    id: 'size',
    header: 'Size',
    cell: (each) => formatBytes(Number(each.size)),
    value: (each) => each.size,
    mono: true,
    alignEnd: true,
  },
  createdColumn,
]

export function SnapshotsPage() {
  const { project } = route.useParams()
  const names = useStorageNames(project, ['disks'])
  const actions = useActions(snapshot, snapshotActions, { project, context: undefined })
  const columns = useMemo(() => columnsFor(project, names), [project, names])
  return <ThingList of={snapshot} project={project} columns={columns} actions={actions} icon={<Camera />} />
}

import { getRouteApi, Link } from '@tanstack/react-router'
import { Camera } from 'lucide-react'
import { useMemo } from 'react'
import type { Snapshot } from '~/api/types.gen.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { usePolling } from '~/shell/live/polling.ts'
import { pathTo } from '~/shell/paths/path.ts'
import { type StorageNames, ThingLink, useStorageNames } from '~/shell/things/storage-names.tsx'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { stateGroup } from '~/table/quick-filter.ts'
import { StateBadge } from '~/ui/badge.tsx'
import { CutName } from '~/ui/truncate.tsx'
import { snapshotsSource } from './queries.ts'
import { useSnapshotActions } from './snapshot-actions.tsx'

const route = getRouteApi('/_app/projects/$project')

const polling = {
  isMoving: (snapshot: Snapshot) => snapshot.state === 'creating',
  every: 3000,
  longest: 300_000,
  otherwise: false,
} as const

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
    cell: (snapshot) => <ThingLink {...{ project, names }} kind="disks" id={snapshot.diskId} />,
    value: (snapshot) => names.disks?.get(snapshot.diskId)?.name ?? '',
  },
  {
    id: 'state',
    header: 'State',
    cell: (snapshot) => <StateBadge state={snapshot.state} />,
    value: (snapshot) => snapshot.state,
  },
  {
    id: 'size',
    header: 'Size',
    cell: (snapshot) => formatBytes(Number(snapshot.size)),
    value: (snapshot) => snapshot.size,
    mono: true,
    alignEnd: true,
  },
  createdColumn,
]

const groupOf = (snapshot: Snapshot) => stateGroup(snapshot.state)

export function SnapshotsPage() {
  const { project } = route.useParams()
  const names = useStorageNames(project, ['disks'])
  const actions = useSnapshotActions(project)
  const columns = useMemo(() => columnsFor(project, names), [project, names])
  const refusal = useRefusal('snapshot_create', { project })
  const pollEvery = usePolling<Snapshot>(polling)
  return (
    <ListPage
      title="Snapshots"
      source={snapshotsSource(project)}
      columns={columns}
      create={{
        label: 'New snapshot',
        to: pathTo('/projects/$project/snapshots-new', { project }),
        refusal,
      }}
      view={(snapshot) => copyRequest('snapshotView', { path: { snapshot: snapshot.id } })}
      rowActions={actions.menu}
      bulkActions={actions.bulk}
      groupOf={groupOf}
      itemLink={(snapshot) => pathTo('/projects/$project/snapshots/$snapshot', { project, snapshot: snapshot.name })}
      pollEvery={pollEvery}
      emptyIcon={<Camera />}
      emptyTitle="No snapshots"
      emptyBody="A snapshot is a copy of a disk at one moment. Create disks and images from it."
    />
  )
}

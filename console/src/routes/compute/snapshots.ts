import { createRoute } from '@tanstack/react-router'
import { snapshotQuery, snapshotsSource } from '~/compute/snapshots/queries.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { project } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const snapshots = createRoute({
  getParentRoute: () => project,
  id: '_snapshots',
  staticData: {
    page: true,
    crumbs: [{ label: 'Snapshots', to: '/projects/$project/snapshots' }],
  },
  validateSearch: listSearch,
  loader: (args) => loadList(args, snapshotsSource(args.params.project)),
  component: lazyPage(() => import('~/compute/snapshots/snapshots-page.tsx'), 'SnapshotsPage'),
})

const snapshotsAlone = createRoute({ getParentRoute: () => snapshots, path: 'snapshots' })

const snapshotCreate = createRoute({
  getParentRoute: () => snapshots,
  path: 'snapshots-new',
  staticData: { panel: 'New snapshot' },
  component: lazyPage(() => import('~/compute/snapshots/snapshot-create.tsx'), 'NewSnapshot'),
})

const snapshotDetails = createRoute({
  getParentRoute: () => snapshots,
  path: 'snapshots/$snapshot',
  staticData: { panel: 'Snapshot' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(snapshotQuery(params.project, params.snapshot)),
  component: lazyPage(() => import('~/compute/snapshots/snapshot-details.tsx'), 'SnapshotDetails'),
})

const imageFromSnapshot = createRoute({
  getParentRoute: () => snapshots,
  path: 'snapshots/$snapshot/images-new',
  staticData: { panel: 'New image' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(snapshotQuery(params.project, params.snapshot)),
  component: lazyPage(() => import('~/compute/images/image-from-snapshot.tsx'), 'NewImage'),
})

export const snapshotRoutes = [
  snapshots.addChildren([snapshotsAlone, snapshotCreate, snapshotDetails, imageFromSnapshot]),
] as const

import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { diskQuery, disksSource, newDiskSearch } from '~/compute/disks/queries.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { project } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const disks = createRoute({
  getParentRoute: () => project,
  id: '_disks',
  staticData: { page: true, crumbs: [{ label: 'Disks', to: '/projects/$project/disks' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, disksSource(args.params.project)),
  component: lazyPage(() => import('~/compute/disks/disks-page.tsx'), 'DisksPage'),
})

const disksAlone = createRoute({ getParentRoute: () => disks, path: 'disks' })

const diskCreate = createRoute({
  getParentRoute: () => disks,
  path: 'disks-new',
  staticData: { panel: 'New disk' },
  validateSearch: newDiskSearch,
  component: lazyPage(() => import('~/compute/disks/disk-create.tsx'), 'NewDisk'),
})

const disk = createRoute({
  getParentRoute: () => project,
  path: 'disks/$disk',
  staticData: {
    crumbs: [
      { label: 'Disks', to: '/projects/$project/disks' },
      { label: '$disk', to: '/projects/$project/disks/$disk' },
    ],
  },
  loader: ({ context, params }) => cachedFirst(context, diskQuery(params.project, params.disk)),
  component: lazyPage(() => import('~/compute/disks/disk-page.tsx'), 'DiskPage'),
})

export const diskRoutes = [disks.addChildren([disksAlone, diskCreate]), disk] as const

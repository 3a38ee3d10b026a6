import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { loopbacksSource, racksQuery } from '~/fleet/loopback-addresses/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const loopbacks = createRoute({
  getParentRoute: () => system,
  id: '_loopback-addresses',
  staticData: {
    page: true,
    crumbs: [{ label: 'Loopback Addresses', to: '/system/networking/loopback-addresses' }],
  },
  validateSearch: listSearch,
  loader: (args) => loadList(args, loopbacksSource),
  component: lazyPage(() => import('~/fleet/loopback-addresses/loopback-addresses-page.tsx'), 'LoopbackAddressesPage'),
})

const loopbacksAlone = createRoute({ getParentRoute: () => loopbacks, path: 'networking/loopback-addresses' })

const loopbackCreate = createRoute({
  getParentRoute: () => loopbacks,
  path: 'networking/loopback-addresses-new',
  staticData: { panel: 'New loopback address' },
  loader: ({ context }) => cachedFirst(context, racksQuery),
  component: lazyPage(() => import('~/fleet/loopback-addresses/loopback-address-create.tsx'), 'NewLoopbackAddress'),
})

export const loopbackAddressRoutes = [loopbacks.addChildren([loopbacksAlone, loopbackCreate])] as const

import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { blocksSource, lotsQuery, lotsSource } from '~/fleet/address-lots/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const crumb = { label: 'Address Lots', to: '/system/networking/address-lots' }

const lots = createRoute({
  getParentRoute: () => system,
  id: '_address-lots',
  staticData: { page: true, crumbs: [crumb] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, lotsSource),
  component: lazyPage(() => import('~/fleet/address-lots/address-lots-page.tsx'), 'AddressLotsPage'),
})

const lotsAlone = createRoute({ getParentRoute: () => lots, path: 'networking/address-lots' })

const lotCreate = createRoute({
  getParentRoute: () => lots,
  path: 'networking/address-lots-new',
  staticData: { panel: 'New address lot' },
  component: lazyPage(() => import('~/fleet/address-lots/address-lot-create.tsx'), 'NewAddressLot'),
})

const lot = createRoute({
  getParentRoute: () => system,
  path: 'networking/address-lots/$lot',
  staticData: { page: true, crumbs: [crumb, { label: '$lot', to: '/system/networking/address-lots/$lot' }] },
  validateSearch: listSearch,
  // A lot that is not there is the blocks' 404.
  loader: (args) => Promise.all([cachedFirst(args.context, lotsQuery), loadList(args, blocksSource(args.params.lot))]),
  component: lazyPage(() => import('~/fleet/address-lots/address-lot-page.tsx'), 'AddressLotPage'),
})

export const addressLotRoutes = [lots.addChildren([lotsAlone, lotCreate]), lot] as const

import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { bundleName, bundleQuery, bundlesSource } from '~/fleet/support-bundles/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const crumb = { label: 'Support Bundles', to: '/system/support-bundles' }

const bundles = createRoute({
  getParentRoute: () => system,
  id: '_support-bundles',
  staticData: { page: true, crumbs: [crumb] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, bundlesSource),
  component: lazyPage(() => import('~/fleet/support-bundles/support-bundles-page.tsx'), 'SupportBundlesPage'),
})

const bundlesAlone = createRoute({ getParentRoute: () => bundles, path: 'support-bundles' })

const bundle = createRoute({
  getParentRoute: () => system,
  path: 'support-bundles/$bundle',
  staticData: { page: true, crumbs: [crumb, { label: '$called', to: '/system/support-bundles/$bundle' }] },
  loader: async ({ context, params }) => {
    await cachedFirst(context, bundleQuery(params.bundle))
    return { called: bundleName({ id: params.bundle }) }
  },
  component: lazyPage(() => import('~/fleet/support-bundles/support-bundle-page.tsx'), 'SupportBundlePage'),
})

export const supportBundleRoutes = [bundles.addChildren([bundlesAlone]), bundle] as const

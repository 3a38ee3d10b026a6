import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { allowListQuery } from '~/fleet/allow-list/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { system } from '../layouts.tsx'

const allowList = createRoute({
  getParentRoute: () => system,
  path: 'networking/allow-list',
  staticData: { page: true, crumbs: [{ label: 'Allow List', to: '/system/networking/allow-list' }] },
  loader: ({ context }) => cachedFirst(context, allowListQuery),
  component: lazyPage(() => import('~/fleet/allow-list/allow-list-page.tsx'), 'AllowListPage'),
})

export const allowListRoutes = [allowList] as const

import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { sagasQuery } from '~/fleet/sagas/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const sagas = createRoute({
  getParentRoute: () => system,
  path: 'sagas',
  staticData: { page: true, crumbs: [{ label: 'Sagas', to: '/system/sagas' }] },
  validateSearch: listSearch,
  loader: ({ context }) => cachedFirst(context, sagasQuery),
  component: lazyPage(() => import('~/fleet/sagas/sagas-page.tsx'), 'SagasPage'),
})

export const sagaRoutes = [sagas] as const

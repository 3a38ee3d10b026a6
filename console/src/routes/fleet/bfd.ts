import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { sessionsQuery } from '~/fleet/bfd/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const sessions = createRoute({
  getParentRoute: () => system,
  id: '_bfd',
  staticData: { page: true, crumbs: [{ label: 'BFD Sessions', to: '/system/networking/bfd' }] },
  validateSearch: listSearch,
  loader: ({ context }) => cachedFirst(context, sessionsQuery),
  component: lazyPage(() => import('~/fleet/bfd/bfd-page.tsx'), 'BfdPage'),
})

const sessionsAlone = createRoute({ getParentRoute: () => sessions, path: 'networking/bfd' })

const sessionCreate = createRoute({
  getParentRoute: () => sessions,
  path: 'networking/bfd-new',
  staticData: { panel: 'New BFD session' },
  component: lazyPage(() => import('~/fleet/bfd/bfd-create.tsx'), 'NewBfdSession'),
})

export const bfdRoutes = [sessions.addChildren([sessionsAlone, sessionCreate])] as const

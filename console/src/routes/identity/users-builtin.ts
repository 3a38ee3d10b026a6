import { createRoute } from '@tanstack/react-router'
import { builtinUserQuery, builtinUsersSource } from '~/identity/users-builtin/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const builtinUsers = createRoute({
  getParentRoute: () => system,
  id: '_users-builtin',
  staticData: { page: true, crumbs: [{ label: 'Built-in Users', to: '/system/users-builtin' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, builtinUsersSource),
  component: lazyPage(() => import('~/identity/users-builtin/builtin-users-page.tsx'), 'BuiltinUsersPage'),
})

const builtinUsersAlone = createRoute({ getParentRoute: () => builtinUsers, path: 'users-builtin' })

const builtinUserDetails = createRoute({
  getParentRoute: () => builtinUsers,
  path: 'users-builtin/$user',
  staticData: { panel: 'Built-in user' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(builtinUserQuery(params.user)),
  component: lazyPage(() => import('~/identity/users-builtin/builtin-user-details.tsx'), 'BuiltinUserDetails'),
})

export const builtinUserRoutes = [builtinUsers.addChildren([builtinUsersAlone, builtinUserDetails])] as const

import { createRoute } from '@tanstack/react-router'
import { siloUsersSource } from '~/identity/users/silo-users.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { silo } from './silos.ts'

const siloUsers = createRoute({
  getParentRoute: () => silo,
  path: 'users',
  staticData: { crumbs: [{ label: 'Users', to: '/system/silos/$silo/users' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, siloUsersSource(args.params.silo)),
  component: lazyPage(() => import('~/identity/users/silo-users-tab.tsx'), 'SiloUsersTab'),
})

export const siloUserRoutes = [siloUsers] as const

import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { userQuery } from '~/identity/users/queries.ts'
import { siloUsersSource } from '~/identity/users/silo-users.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'
import { silo } from './silos.ts'

const siloUsers = createRoute({
  getParentRoute: () => silo,
  path: 'users',
  staticData: { crumbs: [{ label: 'Users', to: '/system/silos/$silo/users' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, siloUsersSource(args.params.silo)),
  component: lazyPage(() => import('~/identity/users/silo-users-tab.tsx'), 'SiloUsersTab'),
})

/** Beside the silo's page and not in it: a user has a page of its own. */
const siloUser = createRoute({
  getParentRoute: () => system,
  path: 'silos/$silo/users/$user',
  staticData: {
    crumbs: [
      { label: 'Silos', to: '/system/silos' },
      { label: '$silo', to: '/system/silos/$silo/idps' },
      { label: 'Users', to: '/system/silos/$silo/users' },
      { label: '$called', to: '/system/silos/$silo/users/$user' },
    ],
  },
  loader: async ({ context, params }) => {
    const [, user] = await Promise.all([
      cachedFirst(context, siloQuery(params.silo)),
      cachedFirst(context, userQuery(params.silo, params.user)),
    ])
    return { called: user.displayName }
  },
  component: lazyPage(() => import('~/identity/users/silo-user-page.tsx'), 'SiloUserPage'),
})

export const siloUserRoutes = [siloUsers] as const
export const siloUserPageRoutes = [siloUser] as const

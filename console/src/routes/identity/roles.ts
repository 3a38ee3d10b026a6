import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { roleQuery, rolesQuery } from '~/identity/roles/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const roles = createRoute({
  getParentRoute: () => system,
  id: '_roles',
  staticData: { page: true, crumbs: [{ label: 'Roles', to: '/system/roles' }] },
  validateSearch: listSearch,
  loader: ({ context }) => cachedFirst(context, rolesQuery),
  component: lazyPage(() => import('~/identity/roles/roles-page.tsx'), 'RolesPage'),
})

const rolesAlone = createRoute({ getParentRoute: () => roles, path: 'roles' })

const roleDetails = createRoute({
  getParentRoute: () => roles,
  path: 'roles/$role',
  staticData: { panel: 'Role' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(roleQuery(params.role)),
  component: lazyPage(() => import('~/identity/roles/role-details.tsx'), 'RoleDetails'),
})

export const roleRoutes = [roles.addChildren([rolesAlone, roleDetails])] as const

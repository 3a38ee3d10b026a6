import { createRoute, redirect } from '@tanstack/react-router'
import { siloPolicyQuery } from '~/shell/roles.ts'
import { loadOwnSilo } from '~/identity/users/queries.ts'
import { meQuery, myGroupsQuery, systemPolicyQuery } from '~/shell/session.ts'
import { settings } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile', replace: true })
  },
})

const profile = createRoute({
  getParentRoute: () => settings,
  path: 'profile',
  staticData: { crumbs: [{ label: 'Profile', to: '/settings/profile' }] },
  loader: ({ context }) => {
    const { queryClient } = context
    return Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(myGroupsQuery),
      // Where these cannot be read, a role is unknown.
      queryClient.ensureQueryData(siloPolicyQuery).catch(() => undefined),
      queryClient.ensureQueryData(systemPolicyQuery).catch(() => undefined),
      loadOwnSilo(context),
    ])
  },
  component: lazyPage(() => import('~/identity/me/profile-page.tsx'), 'ProfilePage'),
})

export const meRoutes = [settingsIndex, profile] as const

import { createRoute, redirect } from '@tanstack/react-router'
import { siloPolicyQuery } from '~/shell/roles.ts'
import { meQuery, myGroupsQuery } from '~/shell/session.ts'
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
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(meQuery),
      queryClient.ensureQueryData(myGroupsQuery),
      // Where it cannot be read, the role is unknown.
      queryClient.ensureQueryData(siloPolicyQuery).catch(() => undefined),
    ]),
  component: lazyPage(() => import('~/identity/me/profile-page.tsx'), 'ProfilePage'),
})

export const meRoutes = [settingsIndex, profile] as const

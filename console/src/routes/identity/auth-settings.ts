import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { authSettingsQuery } from '~/identity/auth-settings/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { app } from '../layouts.tsx'

const authSettings = createRoute({
  getParentRoute: () => app,
  path: 'auth-settings',
  staticData: { crumbs: [{ label: 'Sign-in Settings', to: '/auth-settings' }] },
  loader: ({ context }) => cachedFirst(context, authSettingsQuery),
  component: lazyPage(() => import('~/identity/auth-settings/auth-settings-page.tsx'), 'AuthSettingsPage'),
})

export const authSettingsRoutes = [authSettings] as const

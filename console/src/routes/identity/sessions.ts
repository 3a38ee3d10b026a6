import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { setFormsOwner } from '~/form/saved-forms.ts'
import { signInSearch } from '~/shell/return-path.ts'
import { meQuery } from '~/shell/session.ts'
import { root } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const chooseSilo = createRoute({
  getParentRoute: () => root,
  path: 'login',
  validateSearch: signInSearch,
  component: lazyPage(() => import('~/identity/sessions/choose-silo.tsx'), 'ChooseSilo'),
})

const localSignIn = createRoute({
  getParentRoute: () => root,
  path: 'login/$silo/local',
  validateSearch: signInSearch,
  component: lazyPage(() => import('~/identity/sessions/local-sign-in.tsx'), 'LocalSignIn'),
})

const samlSignIn = createRoute({
  getParentRoute: () => root,
  path: 'login/$silo/saml/$provider',
  validateSearch: signInSearch,
  component: lazyPage(() => import('~/identity/sessions/saml-sign-in.tsx'), 'SamlSignIn'),
})

/** For somebody signed in, but apart from the console's frame: a device sent them here. */
const deviceVerify = createRoute({
  getParentRoute: () => root,
  path: 'device/verify',
  validateSearch: ({ user_code: code }: Record<string, unknown>): { user_code?: string } =>
    typeof code === 'string' ? { user_code: code } : {},
  loader: ({ context }) => cachedFirst(context, meQuery).then(({ id }) => setFormsOwner(id)),
  component: lazyPage(() => import('~/identity/sessions/device-verify.tsx'), 'DeviceVerify'),
})

const deviceSuccess = createRoute({
  getParentRoute: () => root,
  path: 'device/success',
  component: lazyPage(() => import('~/identity/sessions/device-success.tsx'), 'DeviceSuccess'),
})

export const sessionRoutes = [chooseSilo, localSignIn, samlSignIn, deviceVerify, deviceSuccess] as const

import { createRoute } from '@tanstack/react-router'
import { signInSearch } from '~/shell/return-path.ts'
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

export const sessionRoutes = [chooseSilo, localSignIn, samlSignIn] as const

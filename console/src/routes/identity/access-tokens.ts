import { createRoute } from '@tanstack/react-router'
import { accessTokensSource } from '~/identity/access-tokens/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { settings } from '../layouts.tsx'

const accessTokens = createRoute({
  getParentRoute: () => settings,
  path: 'access-tokens',
  staticData: { crumbs: [{ label: 'Access Tokens', to: '/settings/access-tokens' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, accessTokensSource),
  component: lazyPage(() => import('~/identity/access-tokens/access-tokens-page.tsx'), 'AccessTokensPage'),
})

export const accessTokenRoutes = [accessTokens] as const

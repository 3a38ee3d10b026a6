import { createRoute } from '@tanstack/react-router'
import { providersSource, samlProviderQuery } from '~/identity/identity-providers/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { silo } from './silos.ts'

const providers = createRoute({
  getParentRoute: () => silo,
  id: '_idps',
  staticData: { crumbs: [{ label: 'Identity Providers', to: '/system/silos/$silo/idps' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, providersSource(args.params.silo)),
  component: lazyPage(() => import('~/identity/identity-providers/providers-tab.tsx'), 'ProvidersTab'),
})

const providersAlone = createRoute({ getParentRoute: () => providers, path: 'idps' })

const providerCreate = createRoute({
  getParentRoute: () => providers,
  path: 'idps-new',
  staticData: { panel: 'New identity provider' },
  component: lazyPage(() => import('~/identity/identity-providers/provider-create.tsx'), 'NewProvider'),
})

const samlProvider = createRoute({
  getParentRoute: () => providers,
  path: 'idps/saml/$provider',
  staticData: { panel: 'Identity provider' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(samlProviderQuery(params)),
  component: lazyPage(() => import('~/identity/identity-providers/provider-details.tsx'), 'ProviderDetails'),
})

export const providerRoutes = [providers.addChildren([providersAlone, providerCreate, samlProvider])] as const

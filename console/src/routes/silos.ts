import { redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { providersSource, samlProviderQuery } from '~/identity/identity-providers/queries.ts'
import { loadPolicy, siloHolder } from '~/identity/policies/holders.ts'
import { siloQuery, silosSource } from '~/identity/silos/queries.ts'
import { loadSiloUsers, userQuery } from '~/identity/users/queries.ts'
import { siloUtilizationQuery } from '~/identity/utilization/queries.ts'
import { siloPoolsQuery } from '~/network/ip-pools/queries.ts'
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { system } from './layouts.tsx'
import { page, pageWithPanels, panel, redirectFrom } from './route-kinds.ts'

const silos = { label: 'Silos', to: '/system/silos' }
const oneSilo = { label: '$silo', to: '/system/silos/$silo/idps' }
const users = { label: 'Users', to: '/system/silos/$silo/users' }

const silo = page(system, '/system/silos/$silo', [silos, oneSilo], {
  loader: ({ context, params }) => cachedFirst(context, siloQuery(params.silo)),
  component: lazyPage(() => import('~/identity/silos/silo-page.tsx'), 'SiloPage'),
})

/** The silos as operators see them. */
export const systemSiloRoutes = [
  pageWithPanels(system, '/system/silos', [silos], {
    validateSearch: listSearch,
    loader: (args) => loadList(args, silosSource),
    component: lazyPage(() => import('~/identity/silos/silos-page.tsx'), 'SilosPage'),
    panels: (list) => [
      panel(list, '/system/silos-new', 'New silo', {
        component: lazyPage(() => import('~/identity/silos/silo-create.tsx'), 'NewSilo'),
      }),
    ],
  }),
  silo.addChildren([
    redirectFrom(silo, '/system/silos/$silo', ({ params }) => {
      throw redirect({ to: '/system/silos/$silo/idps', params, replace: true })
    }),
    pageWithPanels(silo, '/system/silos/$silo/idps', 'Identity Providers', {
      validateSearch: listSearch,
      loader: (args) => loadList(args, providersSource(args.params.silo)),
      component: lazyPage(() => import('~/identity/identity-providers/providers-tab.tsx'), 'ProvidersTab'),
      panels: (list) => [
        panel(list, '/system/silos/$silo/idps-new', 'New identity provider', {
          component: lazyPage(() => import('~/identity/identity-providers/provider-create.tsx'), 'NewProvider'),
        }),
        panel(list, '/system/silos/$silo/idps/saml/$provider', 'Identity provider', {
          loader: ({ context, params }) => context.queryClient.fetchQuery(samlProviderQuery(params)),
          component: lazyPage(() => import('~/identity/identity-providers/provider-details.tsx'), 'ProviderDetails'),
        }),
      ],
    }),
    page(silo, '/system/silos/$silo/users', [users], {
      validateSearch: listSearch,
      loader: ({ context, params }) => loadSiloUsers(context, params.silo),
      component: lazyPage(() => import('~/identity/users/silo-users-tab.tsx'), 'SiloUsersTab'),
    }),
    page(silo, '/system/silos/$silo/access', 'Access', {
      validateSearch: listSearch,
      loader: async ({ context, params }) =>
        loadPolicy(context, siloHolder(await cachedFirst(context, siloQuery(params.silo)))),
      component: lazyPage(() => import('~/identity/policies/silo-access-tab.tsx'), 'SiloAccessTab'),
    }),
    page(silo, '/system/silos/$silo/ip-pools', 'IP Pools', {
      validateSearch: listSearch,
      loader: ({ context, params }) => cachedFirst(context, siloPoolsQuery(params.silo)),
      component: lazyPage(() => import('~/network/ip-pools/silo-pools-tab.tsx'), 'SiloPoolsTab'),
    }),
    page(silo, '/system/silos/$silo/quotas', 'Quotas', {
      loader: ({ context, params }) => cachedFirst(context, siloUtilizationQuery(params.silo)),
      component: lazyPage(() => import('~/identity/quotas/silo-quotas-tab.tsx'), 'SiloQuotasTab'),
    }),
    page(silo, '/system/silos/$silo/fleet-roles', 'Fleet Roles', {
      component: lazyPage(() => import('~/identity/silos/fleet-roles-tab.tsx'), 'FleetRolesTab'),
    }),
  ]),
  // Apart from the silo's page: a user has its own.
  page(system, '/system/silos/$silo/users/$user', [silos, oneSilo, users, '$title'], {
    loader: async ({ context, params }) => {
      const [, user] = await Promise.all([
        cachedFirst(context, siloQuery(params.silo)),
        cachedFirst(context, userQuery(params.silo, params.user)),
      ])
      return { title: user.displayName }
    },
    component: lazyPage(() => import('~/identity/users/silo-user-page.tsx'), 'SiloUserPage'),
  }),
] as const

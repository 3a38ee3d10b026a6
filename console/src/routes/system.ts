import { redirect } from '@tanstack/react-router'
import { cachedFirst, cachedFirstIfOffered } from '~/api/cached-first.ts'
import { classesQuery, deliveriesSource, receiverQuery, receiversSource } from '~/fleet/alerts/queries.ts'
import { auditFilters, auditSearch, auditSource, entryQuery } from '~/fleet/audit-log/queries.ts'
import { explorerSearch, schemasQuery } from '~/fleet/metrics/queries.ts'
import { sagasQuery } from '~/fleet/sagas/queries.ts'
import { bundleName, bundleQuery, bundlesSource } from '~/fleet/support-bundles/queries.ts'
import { systemOverviewQuery } from '~/fleet/system-overview/queries.ts'
import { repositoryQuery, targetReleaseQuery, trustRootQuery, trustRootsSource } from '~/fleet/updates/queries.ts'
import { fleet, loadPolicy } from '~/identity/policies/holders.ts'
import { allQuotasQuery } from '~/identity/quotas/queries.ts'
import { roleQuery, rolesQuery } from '~/identity/roles/queries.ts'
import { everySiloQuery } from '~/identity/silos/queries.ts'
import { builtinUserQuery, builtinUsersSource } from '~/identity/users-builtin/queries.ts'
import { chartSearch, silosUtilizationQuery } from '~/identity/utilization/queries.ts'
import { issuesQuery } from '~/shell/frame/issues.ts'
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { system } from './layouts.tsx'
import { page, pageWithPanels, panel, redirectFrom } from './route-kinds.ts'

const [bundles, alerts, updates, metrics] = [
  { label: 'Support Bundles', to: '/system/support-bundles' },
  { label: 'Alerts', to: '/system/alerts' },
  { label: 'Updates', to: '/system/updates' },
  { label: 'Metrics', to: '/system/metrics' },
]

const receiver = page(
  system,
  '/system/alerts/$receiver',
  [alerts, { label: '$receiver', to: '/system/alerts/$receiver/deliveries' }],
  {
    loader: ({ context, params }) => cachedFirst(context, receiverQuery(params.receiver)),
    component: lazyPage(() => import('~/fleet/alerts/receiver-page.tsx'), 'ReceiverPage'),
  },
)

/** The fleet; its silos, hardware and network have tables of their own. */
export const systemRoutes = [
  redirectFrom(system, '/system', async ({ context }) => {
    const overview = await cachedFirstIfOffered(context, systemOverviewQuery)
    throw redirect({ to: overview ? '/system/overview' : '/system/silos', replace: true })
  }),
  page(system, '/system/overview', 'Overview', {
    loader: ({ context }) => cachedFirst(context, systemOverviewQuery),
    component: lazyPage(() => import('~/fleet/system-overview/system-overview-page.tsx'), 'SystemOverviewPage'),
  }),
  page(system, '/system/issues', 'Issues', {
    validateSearch: listSearch,
    loader: ({ context }) => cachedFirst(context, issuesQuery),
    component: lazyPage(() => import('~/fleet/issues/issues-page.tsx'), 'IssuesPage'),
  }),
  page(system, '/system/utilization', 'Utilization', {
    validateSearch: (search: Record<string, unknown>) => ({ ...listSearch(search), ...chartSearch(search) }),
    loader: ({ context }) => cachedFirst(context, silosUtilizationQuery),
    component: lazyPage(() => import('~/identity/utilization/system-utilization-page.tsx'), 'SystemUtilizationPage'),
  }),
  page(system, '/system/quotas', 'Quotas', {
    validateSearch: listSearch,
    loader: ({ context }) =>
      Promise.all([cachedFirst(context, allQuotasQuery), cachedFirstIfOffered(context, silosUtilizationQuery)]),
    component: lazyPage(() => import('~/identity/quotas/quotas-page.tsx'), 'QuotasPage'),
  }),
  page(system, '/system/support-bundles', [bundles], {
    validateSearch: listSearch,
    loader: (args) => loadList(args, bundlesSource),
    component: lazyPage(() => import('~/fleet/support-bundles/support-bundles-page.tsx'), 'SupportBundlesPage'),
  }),
  page(system, '/system/support-bundles/$bundle', [bundles, '$title'], {
    loader: async ({ context, params }) => {
      await cachedFirst(context, bundleQuery(params.bundle))
      return { title: bundleName({ id: params.bundle }) }
    },
    component: lazyPage(() => import('~/fleet/support-bundles/support-bundle-page.tsx'), 'SupportBundlePage'),
  }),
  pageWithPanels(system, '/system/alerts', [alerts], {
    validateSearch: listSearch,
    loader: (args) => loadList(args, receiversSource),
    component: lazyPage(() => import('~/fleet/alerts/receivers-page.tsx'), 'ReceiversPage'),
    panels: (list) => [
      panel(list, '/system/alerts-new', 'New alert receiver', {
        component: lazyPage(() => import('~/fleet/alerts/receiver-create.tsx'), 'NewReceiver'),
      }),
      panel(list, '/system/alerts/$receiver/edit', 'Edit alert receiver', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(receiverQuery(params.receiver)),
        component: lazyPage(() => import('~/fleet/alerts/receiver-edit.tsx'), 'EditReceiver'),
      }),
    ],
  }),
  receiver.addChildren([
    redirectFrom(receiver, '/system/alerts/$receiver', ({ params }) => {
      throw redirect({ to: '/system/alerts/$receiver/deliveries', params, replace: true })
    }),
    page(receiver, '/system/alerts/$receiver/deliveries', 'Deliveries', {
      validateSearch: listSearch,
      loader: (args) => loadList(args, deliveriesSource(args.params.receiver)),
      component: lazyPage(() => import('~/fleet/alerts/deliveries-tab.tsx'), 'DeliveriesTab'),
    }),
    page(receiver, '/system/alerts/$receiver/subscriptions', 'Subscriptions', {
      validateSearch: listSearch,
      component: lazyPage(() => import('~/fleet/alerts/subscriptions-tab.tsx'), 'SubscriptionsTab'),
    }),
    page(receiver, '/system/alerts/$receiver/secrets', 'Secrets', {
      validateSearch: listSearch,
      component: lazyPage(() => import('~/fleet/alerts/secrets-tab.tsx'), 'SecretsTab'),
    }),
  ]),
  page(system, '/system/alert-classes', 'Alert Classes', {
    validateSearch: ({ pattern, ...search }: Record<string, unknown>) => ({
      ...listSearch(search),
      ...(typeof pattern === 'string' && pattern !== '' && { pattern }),
    }),
    loader: ({ context }) => cachedFirst(context, classesQuery),
    component: lazyPage(() => import('~/fleet/alerts/alert-classes-page.tsx'), 'AlertClassesPage'),
  }),
  pageWithPanels(system, '/system/audit-log', 'Audit Log', {
    validateSearch: auditSearch,
    loader: (args) => loadList(args, auditSource(auditFilters({ ...args.location.search }))),
    component: lazyPage(() => import('~/fleet/audit-log/audit-log-page.tsx'), 'AuditLogPage'),
    panels: (list) => [
      panel(list, '/system/audit-log/$entry', 'Audit log entry', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(entryQuery(params.entry)),
        component: lazyPage(() => import('~/fleet/audit-log/audit-entry-details.tsx'), 'AuditEntryDetails'),
      }),
    ],
  }),
  page(system, '/system/sagas', 'Sagas', {
    validateSearch: listSearch,
    loader: ({ context }) => cachedFirst(context, sagasQuery),
    component: lazyPage(() => import('~/fleet/sagas/sagas-page.tsx'), 'SagasPage'),
  }),
  page(system, '/system/updates', [updates], {
    loader: ({ context }) => cachedFirst(context, targetReleaseQuery),
    component: lazyPage(() => import('~/fleet/updates/updates-page.tsx'), 'UpdatesPage'),
  }),
  page(system, '/system/updates/$version', [updates, '$version'], {
    validateSearch: listSearch,
    loader: ({ context, params }) => cachedFirst(context, repositoryQuery(params.version)),
    component: lazyPage(() => import('~/fleet/updates/release-page.tsx'), 'ReleasePage'),
  }),
  pageWithPanels(system, '/system/updates/trust-roots', [updates, 'Trust Roots'], {
    validateSearch: listSearch,
    loader: (args) => loadList(args, trustRootsSource),
    component: lazyPage(() => import('~/fleet/updates/trust-roots-page.tsx'), 'TrustRootsPage'),
    panels: (list) => [
      panel(list, '/system/updates/trust-roots-new', 'New trust root', {
        component: lazyPage(() => import('~/fleet/updates/trust-root-create.tsx'), 'NewTrustRoot'),
      }),
      panel(list, '/system/updates/trust-roots/$trustRoot', 'Trust root', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(trustRootQuery(params.trustRoot)),
        component: lazyPage(() => import('~/fleet/updates/trust-root-details.tsx'), 'TrustRootDetails'),
      }),
    ],
  }),
  page(system, '/system/metrics', [metrics], {
    validateSearch: explorerSearch,
    component: lazyPage(() => import('~/fleet/metrics/explorer-pages.tsx'), 'SystemExplorer'),
  }),
  page(system, '/system/metrics/schemas', [metrics, 'Schemas'], {
    validateSearch: listSearch,
    loader: ({ context }) => cachedFirst(context, schemasQuery),
    component: lazyPage(() => import('~/fleet/metrics/schemas-page.tsx'), 'SchemasPage'),
  }),
  page(system, '/system/access', 'Fleet Access', {
    validateSearch: listSearch,
    loader: ({ context }) => Promise.all([loadPolicy(context, fleet), cachedFirstIfOffered(context, everySiloQuery)]),
    component: lazyPage(() => import('~/identity/policies/fleet-access-page.tsx'), 'FleetAccessPage'),
  }),
  pageWithPanels(system, '/system/roles', 'Roles', {
    validateSearch: listSearch,
    loader: ({ context }) => cachedFirst(context, rolesQuery),
    component: lazyPage(() => import('~/identity/roles/roles-page.tsx'), 'RolesPage'),
    panels: (list) => [
      panel(list, '/system/roles/$role', 'Role', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(roleQuery(params.role)),
        component: lazyPage(() => import('~/identity/roles/role-details.tsx'), 'RoleDetails'),
      }),
    ],
  }),
  pageWithPanels(system, '/system/users-builtin', 'Built-in Users', {
    validateSearch: listSearch,
    loader: (args) => loadList(args, builtinUsersSource),
    component: lazyPage(() => import('~/identity/users-builtin/builtin-users-page.tsx'), 'BuiltinUsersPage'),
    panels: (list) => [
      panel(list, '/system/users-builtin/$user', 'Built-in user', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(builtinUserQuery(params.user)),
        component: lazyPage(() => import('~/identity/users-builtin/builtin-user-details.tsx'), 'BuiltinUserDetails'),
      }),
    ],
  }),
] as const

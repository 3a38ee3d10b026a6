import { createRoute, redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { classesQuery, deliveriesSource, receiverQuery, receiversSource } from '~/fleet/alerts/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const crumb = { label: 'Alerts', to: '/system/alerts' }

const receivers = createRoute({
  getParentRoute: () => system,
  id: '_alerts',
  staticData: { page: true, crumbs: [crumb] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, receiversSource),
  component: lazyPage(() => import('~/fleet/alerts/receivers-page.tsx'), 'ReceiversPage'),
})

const receiversAlone = createRoute({ getParentRoute: () => receivers, path: 'alerts' })

const receiverCreate = createRoute({
  getParentRoute: () => receivers,
  path: 'alerts-new',
  staticData: { panel: 'New alert receiver' },
  component: lazyPage(() => import('~/fleet/alerts/receiver-create.tsx'), 'NewReceiver'),
})

const receiverEdit = createRoute({
  getParentRoute: () => receivers,
  path: 'alerts/$receiver/edit',
  staticData: { panel: 'Edit alert receiver' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(receiverQuery(params.receiver)),
  component: lazyPage(() => import('~/fleet/alerts/receiver-edit.tsx'), 'EditReceiver'),
})

/** The page of a receiver; its tabs show below its facts. */
const receiver = createRoute({
  getParentRoute: () => system,
  path: 'alerts/$receiver',
  staticData: { page: true, crumbs: [crumb, { label: '$receiver', to: '/system/alerts/$receiver/deliveries' }] },
  loader: ({ context, params }) => cachedFirst(context, receiverQuery(params.receiver)),
  component: lazyPage(() => import('~/fleet/alerts/receiver-page.tsx'), 'ReceiverPage'),
})

const receiverIndex = createRoute({
  getParentRoute: () => receiver,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/system/alerts/$receiver/deliveries', params, replace: true })
  },
})

const deliveries = createRoute({
  getParentRoute: () => receiver,
  path: 'deliveries',
  staticData: { crumbs: [{ label: 'Deliveries', to: '/system/alerts/$receiver/deliveries' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, deliveriesSource(args.params.receiver)),
  component: lazyPage(() => import('~/fleet/alerts/deliveries-tab.tsx'), 'DeliveriesTab'),
})

const subscriptions = createRoute({
  getParentRoute: () => receiver,
  path: 'subscriptions',
  staticData: { crumbs: [{ label: 'Subscriptions', to: '/system/alerts/$receiver/subscriptions' }] },
  validateSearch: listSearch,
  component: lazyPage(() => import('~/fleet/alerts/subscriptions-tab.tsx'), 'SubscriptionsTab'),
})

const secrets = createRoute({
  getParentRoute: () => receiver,
  path: 'secrets',
  staticData: { crumbs: [{ label: 'Secrets', to: '/system/alerts/$receiver/secrets' }] },
  validateSearch: listSearch,
  component: lazyPage(() => import('~/fleet/alerts/secrets-tab.tsx'), 'SecretsTab'),
})

const alertClasses = createRoute({
  getParentRoute: () => system,
  path: 'alert-classes',
  staticData: { page: true, crumbs: [{ label: 'Alert Classes', to: '/system/alert-classes' }] },
  validateSearch: ({ pattern, ...search }: Record<string, unknown>) => ({
    ...listSearch(search),
    ...(typeof pattern === 'string' && pattern !== '' && { pattern }),
  }),
  loader: ({ context }) => cachedFirst(context, classesQuery),
  component: lazyPage(() => import('~/fleet/alerts/alert-classes-page.tsx'), 'AlertClassesPage'),
})

export const alertRoutes = [
  receivers.addChildren([receiversAlone, receiverCreate, receiverEdit]),
  receiver.addChildren([receiverIndex, deliveries, subscriptions, secrets]),
  alertClasses,
] as const

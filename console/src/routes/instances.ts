import { createRoute, redirect } from '@tanstack/react-router'
import { cachedFirst, cachedFirstIfOffered } from '~/api/cached-first.ts'
import { loadAvailable } from '~/compute/instances/create/data.ts'
import { instanceDisksQuery, instanceQuery, instancesSource } from '~/compute/instances/queries.ts'
import { rangeSearch } from '~/lib/time-range.ts'
import { externalIpsQuery } from '~/network/external-ips/queries.ts'
import { interfacesQuery } from '~/network/network-interfaces/queries.ts'
import { loadServer, serverQuery } from '~/shell/access/capabilities.ts'
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { project } from './layouts.tsx'
import { page, redirectFrom } from './route-kinds.ts'

const instances = { label: 'Instances', to: '/projects/$project/instances' }

const instance = createRoute({
  getParentRoute: () => project,
  path: 'instances/$instance',
  staticData: {
    crumbs: [instances, { label: '$instance', to: '/projects/$project/instances/$instance/storage' }],
  },
  loader: async ({ context, params }) => {
    await Promise.all([cachedFirst(context, instanceQuery(params)), loadServer(context)])
  },
})

const tabs = createRoute({
  getParentRoute: () => instance,
  id: '_tabs',
  staticData: { page: true },
  component: lazyPage(() => import('~/compute/instances/detail/instance-page.tsx'), 'InstancePage'),
})

const metrics = page(tabs, '/projects/$project/instances/$instance/metrics', 'Metrics', {
  validateSearch: rangeSearch,
  component: lazyPage(() => import('~/compute/instances/metrics/metrics-tab.tsx'), 'MetricsTab'),
})

export const instanceRoutes = [
  page(project, '/projects/$project/instances', [instances], {
    validateSearch: listSearch,
    loader: async (args) => {
      await Promise.all([loadList(args, instancesSource(args.params.project)), loadServer(args.context)])
    },
    component: lazyPage(() => import('~/compute/instances/instances-page.tsx'), 'InstancesPage'),
  }),
  page(project, '/projects/$project/instances-new', [instances, 'New instance'], {
    loader: ({ context, params }) =>
      Promise.all([loadAvailable(context.queryClient, params.project), loadServer(context)]),
    component: lazyPage(() => import('~/compute/instances/create/instance-create.tsx'), 'NewInstance'),
  }),
  instance.addChildren([
    redirectFrom(instance, '/projects/$project/instances/$instance', ({ params }) => {
      throw redirect({ to: '/projects/$project/instances/$instance/storage', params, replace: true })
    }),
    tabs.addChildren([
      page(tabs, '/projects/$project/instances/$instance/storage', 'Storage', {
        loader: ({ context, params }) => cachedFirst(context, instanceDisksQuery(params)),
        component: lazyPage(() => import('~/compute/instances/detail/storage-tab.tsx'), 'StorageTab'),
      }),
      page(tabs, '/projects/$project/instances/$instance/networking', 'Networking', {
        loader: async ({ context, params }) => {
          const { id } = await context.queryClient.ensureQueryData(instanceQuery(params))
          await Promise.all([
            cachedFirstIfOffered(context, externalIpsQuery(id)),
            cachedFirstIfOffered(context, interfacesQuery(id)),
          ])
        },
        component: lazyPage(() => import('~/compute/instances/detail/networking-tab.tsx'), 'NetworkingTab'),
      }),
      metrics.addChildren([
        redirectFrom(metrics, '/projects/$project/instances/$instance/metrics', ({ params, search }) => {
          throw redirect({ to: '/projects/$project/instances/$instance/metrics/cpu', params, search, replace: true })
        }),
        page(metrics, '/projects/$project/instances/$instance/metrics/cpu', 'CPU', {
          component: lazyPage(() => import('~/compute/instances/metrics/cpu-tab.tsx'), 'CpuTab'),
        }),
        page(metrics, '/projects/$project/instances/$instance/metrics/disk', 'Disk', {
          loader: ({ context, params }) => cachedFirst(context, instanceDisksQuery(params)),
          component: lazyPage(() => import('~/compute/instances/metrics/disk-tab.tsx'), 'DiskTab'),
        }),
        page(metrics, '/projects/$project/instances/$instance/metrics/network', 'Network', {
          loader: async ({ context, params }) => {
            const { id } = await context.queryClient.ensureQueryData(instanceQuery(params))
            await cachedFirst(context, interfacesQuery(id))
          },
          component: lazyPage(() => import('~/compute/instances/metrics/network-tab.tsx'), 'NetworkTab'),
        }),
      ]),
      page(tabs, '/projects/$project/instances/$instance/connect', 'Connect', {
        component: lazyPage(() => import('~/compute/instances/detail/connect-tab.tsx'), 'ConnectTab'),
      }),
      page(tabs, '/projects/$project/instances/$instance/settings', 'Settings', {
        component: lazyPage(() => import('~/compute/instances/detail/settings-tab.tsx'), 'SettingsTab'),
      }),
    ]),
    page(instance, '/projects/$project/instances/$instance/serial-console', 'Serial console', {
      component: lazyPage(() => import('~/compute/instances/serial/serial-console-page.tsx'), 'SerialConsolePage'),
    }),
    page(instance, '/projects/$project/instances/$instance/graphical-console', 'Graphical console', {
      loader: ({ context }) => cachedFirst(context, serverQuery),
      component: lazyPage(
        () => import('~/compute/instances/graphical/graphical-console-page.tsx'),
        'GraphicalConsolePage',
      ),
    }),
  ]),
] as const

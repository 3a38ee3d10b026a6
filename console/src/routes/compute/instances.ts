import { createRoute, redirect } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { loadAvailable } from '~/compute/instances/create/data.ts'
import { lookUpInstance } from '~/compute/instances/lookup.ts'
import { metricsSearch } from '~/compute/instances/metrics/time-range.ts'
import { instanceDisksQuery, instanceQuery, instancesSource } from '~/compute/instances/queries.ts'
import { externalIpsQuery } from '~/network/external-ips/queries.ts'
import { interfacesQuery } from '~/network/network-interfaces/queries.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { app, project } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const projectIndex = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/instances', params, replace: true })
  },
})

const instances = createRoute({
  getParentRoute: () => project,
  id: '_instances',
  staticData: {
    page: true,
    crumbs: [{ label: 'Instances', to: '/projects/$project/instances' }],
  },
  validateSearch: listSearch,
  loader: (args) => loadList(args, instancesSource(args.params.project)),
  component: lazyPage(() => import('~/compute/instances/instances-page.tsx'), 'InstancesPage'),
})

const instancesAlone = createRoute({ getParentRoute: () => instances, path: 'instances' })

const instanceCreate = createRoute({
  getParentRoute: () => project,
  path: 'instances-new',
  staticData: {
    page: true,
    crumbs: [
      { label: 'Instances', to: '/projects/$project/instances' },
      { label: 'New instance', to: '/projects/$project/instances-new' },
    ],
  },
  loader: ({ context, params }) => loadAvailable(context.queryClient, params.project),
  component: lazyPage(() => import('~/compute/instances/create/instance-create.tsx'), 'NewInstance'),
})

/** Everything about one instance. */
const instance = createRoute({
  getParentRoute: () => project,
  path: 'instances/$instance',
  staticData: {
    crumbs: [
      { label: 'Instances', to: '/projects/$project/instances' },
      { label: '$instance', to: '/projects/$project/instances/$instance/storage' },
    ],
  },
  loader: ({ context, params }) => cachedFirst(context, instanceQuery(params)),
})

const instanceIndex = createRoute({
  getParentRoute: () => instance,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/instances/$instance/storage', params, replace: true })
  },
})

/** The page of an instance; its tabs show below its facts. */
const tabs = createRoute({
  getParentRoute: () => instance,
  id: '_tabs',
  staticData: { page: true },
  component: lazyPage(() => import('~/compute/instances/detail/instance-page.tsx'), 'InstancePage'),
})

const storageTab = createRoute({
  getParentRoute: () => tabs,
  path: 'storage',
  staticData: {
    crumbs: [{ label: 'Storage', to: '/projects/$project/instances/$instance/storage' }],
  },
  loader: ({ context, params }) => cachedFirst(context, instanceDisksQuery(params)),
  component: lazyPage(() => import('~/compute/instances/detail/storage-tab.tsx'), 'StorageTab'),
})

const networkingTab = createRoute({
  getParentRoute: () => tabs,
  path: 'networking',
  staticData: {
    crumbs: [{ label: 'Networking', to: '/projects/$project/instances/$instance/networking' }],
  },
  loader: async ({ context, params }) => {
    const { id } = await context.queryClient.ensureQueryData(instanceQuery(params))
    await Promise.all([cachedFirst(context, externalIpsQuery(id)), cachedFirst(context, interfacesQuery(id))])
  },
  component: lazyPage(() => import('~/compute/instances/detail/networking-tab.tsx'), 'NetworkingTab'),
})

const metricsTab = createRoute({
  getParentRoute: () => tabs,
  path: 'metrics',
  staticData: {
    crumbs: [{ label: 'Metrics', to: '/projects/$project/instances/$instance/metrics' }],
  },
  validateSearch: metricsSearch,
  component: lazyPage(() => import('~/compute/instances/metrics/metrics-tab.tsx'), 'MetricsTab'),
})

const metricsIndex = createRoute({
  getParentRoute: () => metricsTab,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/projects/$project/instances/$instance/metrics/cpu', params, search, replace: true })
  },
})

const cpuMetrics = createRoute({
  getParentRoute: () => metricsTab,
  path: 'cpu',
  staticData: { crumbs: [{ label: 'CPU', to: '/projects/$project/instances/$instance/metrics/cpu' }] },
  component: lazyPage(() => import('~/compute/instances/metrics/cpu-tab.tsx'), 'CpuTab'),
})

const diskMetrics = createRoute({
  getParentRoute: () => metricsTab,
  path: 'disk',
  staticData: { crumbs: [{ label: 'Disk', to: '/projects/$project/instances/$instance/metrics/disk' }] },
  loader: ({ context, params }) => cachedFirst(context, instanceDisksQuery(params)),
  component: lazyPage(() => import('~/compute/instances/metrics/disk-tab.tsx'), 'DiskTab'),
})

const networkMetrics = createRoute({
  getParentRoute: () => metricsTab,
  path: 'network',
  staticData: { crumbs: [{ label: 'Network', to: '/projects/$project/instances/$instance/metrics/network' }] },
  loader: async ({ context, params }) => {
    const { id } = await context.queryClient.ensureQueryData(instanceQuery(params))
    await cachedFirst(context, interfacesQuery(id))
  },
  component: lazyPage(() => import('~/compute/instances/metrics/network-tab.tsx'), 'NetworkTab'),
})

const connectTab = createRoute({
  getParentRoute: () => tabs,
  path: 'connect',
  staticData: {
    crumbs: [{ label: 'Connect', to: '/projects/$project/instances/$instance/connect' }],
  },
  component: lazyPage(() => import('~/compute/instances/detail/connect-tab.tsx'), 'ConnectTab'),
})

const settingsTab = createRoute({
  getParentRoute: () => tabs,
  path: 'settings',
  staticData: {
    crumbs: [{ label: 'Settings', to: '/projects/$project/instances/$instance/settings' }],
  },
  component: lazyPage(() => import('~/compute/instances/detail/settings-tab.tsx'), 'SettingsTab'),
})

const serialConsole = createRoute({
  getParentRoute: () => instance,
  path: 'serial-console',
  staticData: {
    crumbs: [{ label: 'Serial console', to: '/projects/$project/instances/$instance/serial-console' }],
  },
  component: lazyPage(() => import('~/compute/instances/serial/serial-console-page.tsx'), 'SerialConsolePage'),
})

export const instanceRoutes = [
  projectIndex,
  instances.addChildren([instancesAlone]),
  instanceCreate,
  instance.addChildren([
    instanceIndex,
    tabs.addChildren([
      storageTab,
      networkingTab,
      metricsTab.addChildren([metricsIndex, cpuMetrics, diskMetrics, networkMetrics]),
      connectTab,
      settingsTab,
    ]),
    serialConsole,
  ]),
] as const

const lookup = createRoute({
  getParentRoute: () => app,
  path: 'lookup/instances/$instance',
  loader: ({ context, params }) => lookUpInstance(context.queryClient, params.instance),
})

const shortLookup = createRoute({
  getParentRoute: () => app,
  path: 'lookup/i/$instance',
  loader: ({ context, params }) => lookUpInstance(context.queryClient, params.instance),
})

export const lookupRoutes = [lookup, shortLookup] as const

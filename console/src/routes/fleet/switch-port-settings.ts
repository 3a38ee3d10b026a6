import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import {
  bgpConfigsQuery,
  newSearch,
  portSettingsQuery,
  portSettingsSource,
} from '~/fleet/switch-port-settings/queries.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { system } from '../layouts.tsx'

const crumb = { label: 'Switch Port Settings', to: '/system/networking/switch-port-settings' }

const settingsList = createRoute({
  getParentRoute: () => system,
  path: 'networking/switch-port-settings',
  staticData: { page: true, crumbs: [crumb] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, portSettingsSource),
  component: lazyPage(() => import('~/fleet/switch-port-settings/port-settings-list-page.tsx'), 'PortSettingsListPage'),
})

const settingsCreate = createRoute({
  getParentRoute: () => system,
  path: 'networking/switch-port-settings-new',
  staticData: {
    page: true,
    crumbs: [crumb, { label: 'New settings', to: '/system/networking/switch-port-settings-new' }],
  },
  validateSearch: newSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps: { duplicate } }) => {
    if (duplicate === undefined) return
    // BGP configs stay ids where their names cannot be read.
    const names = cachedFirst(context, bgpConfigsQuery).catch(() => undefined)
    await Promise.all([cachedFirst(context, portSettingsQuery(duplicate)), names])
  },
  component: lazyPage(() => import('~/fleet/switch-port-settings/create/port-settings-create.tsx'), 'NewPortSettings'),
})

const settingsView = createRoute({
  getParentRoute: () => system,
  path: 'networking/switch-port-settings/$settings',
  staticData: {
    page: true,
    crumbs: [crumb, { label: '$settings', to: '/system/networking/switch-port-settings/$settings' }],
  },
  loader: ({ context, params }) => cachedFirst(context, portSettingsQuery(params.settings)),
  component: lazyPage(() => import('~/fleet/switch-port-settings/port-settings-page.tsx'), 'PortSettingsPage'),
})

export const portSettingsRoutes = [settingsList, settingsCreate, settingsView] as const

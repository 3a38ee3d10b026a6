import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { probeQuery, probesSource } from '~/compute/probes/queries.ts'
import { poolsQuery } from '~/network/pools.ts'
import { lazyPage } from '~/shell/lazy-page.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { project } from '../layouts.tsx'

const crumb = { label: 'Probes', to: '/projects/$project/probes' }

const probes = createRoute({
  getParentRoute: () => project,
  id: '_probes',
  staticData: { page: true, crumbs: [crumb] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, probesSource(args.params.project)),
  component: lazyPage(() => import('~/compute/probes/probes-page.tsx'), 'ProbesPage'),
})

const probesAlone = createRoute({ getParentRoute: () => probes, path: 'probes' })

const probeCreate = createRoute({
  getParentRoute: () => probes,
  path: 'probes-new',
  staticData: { panel: 'New probe' },
  loader: ({ context }) => cachedFirst(context, poolsQuery),
  component: lazyPage(() => import('~/compute/probes/probe-create.tsx'), 'NewProbe'),
})

const probe = createRoute({
  getParentRoute: () => project,
  path: 'probes/$probe',
  staticData: { page: true, crumbs: [crumb, { label: '$probe', to: '/projects/$project/probes/$probe' }] },
  loader: ({ context, params }) => cachedFirst(context, probeQuery(params.project, params.probe)),
  component: lazyPage(() => import('~/compute/probes/probe-page.tsx'), 'ProbePage'),
})

export const probeRoutes = [probes.addChildren([probesAlone, probeCreate]), probe] as const

import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { affinity, antiAffinity, kinds } from '~/compute/affinity/kinds.ts'
import { groupQuery, groupsQuery, loadGroup } from '~/compute/affinity/queries.ts'
import { listSearch } from '~/shell/list.ts'
import { project } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const groups = createRoute({
  getParentRoute: () => project,
  id: '_affinity',
  staticData: {
    page: true,
    crumbs: [{ label: 'Affinity Groups', to: '/projects/$project/affinity' }],
  },
  validateSearch: listSearch,
  loader: ({ context, params }) =>
    Promise.all(kinds.map((kind) => cachedFirst(context, groupsQuery(kind, params.project)))),
  component: lazyPage(() => import('~/compute/affinity/groups-page.tsx'), 'GroupsPage'),
})

const groupsAlone = createRoute({ getParentRoute: () => groups, path: 'affinity' })

const groupCreate = createRoute({
  getParentRoute: () => groups,
  path: 'affinity-new',
  staticData: { panel: 'New affinity group' },
  component: lazyPage(() => import('~/compute/affinity/group-create.tsx'), 'NewGroup'),
})

const antiAffinityGroupEdit = createRoute({
  getParentRoute: () => groups,
  path: 'affinity/$antiAffinityGroup/edit',
  staticData: { panel: 'Edit anti-affinity group' },
  loader: ({ context, params }) =>
    context.queryClient.fetchQuery(groupQuery(antiAffinity, params.project, params.antiAffinityGroup)),
  component: lazyPage(() => import('~/compute/affinity/edit-group.tsx'), 'EditAntiAffinityGroup'),
})

const antiAffinityGroup = createRoute({
  getParentRoute: () => project,
  path: 'affinity/$antiAffinityGroup',
  staticData: {
    page: true,
    crumbs: [
      { label: 'Affinity Groups', to: '/projects/$project/affinity' },
      { label: '$antiAffinityGroup', to: '/projects/$project/affinity/$antiAffinityGroup' },
    ],
  },
  validateSearch: listSearch,
  loader: ({ context, params }) =>
    loadGroup(context.queryClient, antiAffinity, params.project, params.antiAffinityGroup),
  component: lazyPage(() => import('~/compute/affinity/group-page.tsx'), 'AntiAffinityGroupPage'),
})

const affinityGroupEdit = createRoute({
  getParentRoute: () => groups,
  path: 'affinity-groups/$affinityGroup/edit',
  staticData: { panel: 'Edit affinity group' },
  loader: ({ context, params }) =>
    context.queryClient.fetchQuery(groupQuery(affinity, params.project, params.affinityGroup)),
  component: lazyPage(() => import('~/compute/affinity/edit-group.tsx'), 'EditAffinityGroup'),
})

const affinityGroup = createRoute({
  getParentRoute: () => project,
  path: 'affinity-groups/$affinityGroup',
  staticData: {
    page: true,
    crumbs: [
      { label: 'Affinity Groups', to: '/projects/$project/affinity' },
      { label: '$affinityGroup', to: '/projects/$project/affinity-groups/$affinityGroup' },
    ],
  },
  validateSearch: listSearch,
  loader: ({ context, params }) => loadGroup(context.queryClient, affinity, params.project, params.affinityGroup),
  component: lazyPage(() => import('~/compute/affinity/group-page.tsx'), 'AffinityGroupPage'),
})

export const affinityRoutes = [
  groups.addChildren([groupsAlone, groupCreate, antiAffinityGroupEdit, affinityGroupEdit]),
  antiAffinityGroup,
  affinityGroup,
] as const

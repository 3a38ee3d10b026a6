import { redirect } from '@tanstack/react-router'
import { cachedFirst, cachedFirstIfOffered } from '~/api/cached-first.ts'
import { diskQuery, disksSource, newDiskSearch } from '~/compute/disks/queries.ts'
import { fetchSearch, loadFetch } from '~/compute/images/fetch/queries.ts'
import { projectImageQuery, projectImagesSource } from '~/compute/images/queries.ts'
import { probeQuery, probesSource } from '~/compute/probes/queries.ts'
import { projectOverviewQuery } from '~/compute/project-overview/queries.ts'
import { snapshotQuery, snapshotsSource } from '~/compute/snapshots/queries.ts'
import { explorerSearch } from '~/fleet/metrics/queries.ts'
import { floatingIpQuery, floatingIpsSource } from '~/network/floating-ips/queries.ts'
import { poolsQuery } from '~/network/pools.ts'
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { accessCode, affinityCode } from './code.ts'
import { project } from './layouts.tsx'
import { page, pageWithPanels, panel, redirectFrom } from './route-kinds.ts'

const [affinityGroups, disks, probes] = [
  { label: 'Affinity Groups', to: '/projects/$project/affinity' },
  { label: 'Disks', to: '/projects/$project/disks' },
  { label: 'Probes', to: '/projects/$project/probes' },
]

/** What a project holds; its instances and VPCs have tables of their own. */
export const projectRoutes = [
  redirectFrom(project, '/projects/$project', ({ params }) => {
    throw redirect({ to: '/projects/$project/instances', params, replace: true })
  }),
  page(project, '/projects/$project/overview', 'Overview', {
    loader: ({ context, params }) => cachedFirst(context, projectOverviewQuery(params.project)),
    component: lazyPage(() => import('~/compute/project-overview/project-overview-page.tsx'), 'ProjectOverviewPage'),
  }),
  pageWithPanels(project, '/projects/$project/disks', [disks], {
    validateSearch: listSearch,
    loader: (args) => loadList(args, disksSource(args.params.project)),
    component: lazyPage(() => import('~/compute/disks/disks-page.tsx'), 'DisksPage'),
    panels: (list) => [
      panel(list, '/projects/$project/disks-new', 'New disk', {
        validateSearch: newDiskSearch,
        component: lazyPage(() => import('~/compute/disks/disk-create.tsx'), 'NewDisk'),
      }),
    ],
  }),
  page(project, '/projects/$project/disks/$disk', [disks, '$disk'], {
    loader: ({ context, params }) => cachedFirst(context, diskQuery(params.project, params.disk)),
    component: lazyPage(() => import('~/compute/disks/disk-page.tsx'), 'DiskPage'),
  }),
  pageWithPanels(project, '/projects/$project/snapshots', 'Snapshots', {
    validateSearch: listSearch,
    loader: (args) => loadList(args, snapshotsSource(args.params.project)),
    component: lazyPage(() => import('~/compute/snapshots/snapshots-page.tsx'), 'SnapshotsPage'),
    panels: (list) => [
      panel(list, '/projects/$project/snapshots-new', 'New snapshot', {
        component: lazyPage(() => import('~/compute/snapshots/snapshot-create.tsx'), 'NewSnapshot'),
      }),
      panel(list, '/projects/$project/snapshots/$snapshot', 'Snapshot', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(snapshotQuery(params.project, params.snapshot)),
        component: lazyPage(() => import('~/compute/snapshots/snapshot-details.tsx'), 'SnapshotDetails'),
      }),
      panel(list, '/projects/$project/snapshots/$snapshot/images-new', 'New image', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(snapshotQuery(params.project, params.snapshot)),
        component: lazyPage(() => import('~/compute/images/image-from-snapshot.tsx'), 'NewImage'),
      }),
    ],
  }),
  pageWithPanels(project, '/projects/$project/images', 'Images', {
    validateSearch: listSearch,
    loader: (args) => loadList(args, projectImagesSource(args.params.project)),
    component: lazyPage(() => import('~/compute/images/project-images-page.tsx'), 'ProjectImagesPage'),
    panels: (list) => [
      panel(list, '/projects/$project/images-new', 'Upload image', {
        component: lazyPage(() => import('~/compute/images/upload/upload-image.tsx'), 'UploadImage'),
      }),
      panel(list, '/projects/$project/images-fetch', 'Fetch image', {
        validateSearch: fetchSearch,
        loaderDeps: ({ search }) => ({ again: search.again }),
        loader: ({ context, deps }) => loadFetch(context, deps.again),
        component: lazyPage(() => import('~/compute/images/fetch/fetch-image.tsx'), 'FetchProjectImage'),
      }),
      panel(list, '/projects/$project/images/$image/edit', 'Image', {
        loader: ({ context, params }) =>
          context.queryClient.fetchQuery(projectImageQuery(params.project, params.image)),
        component: lazyPage(() => import('~/compute/images/image-details.tsx'), 'ProjectImage'),
      }),
    ],
  }),
  pageWithPanels(project, '/projects/$project/floating-ips', 'Floating IPs', {
    validateSearch: listSearch,
    loader: (args) => loadList(args, floatingIpsSource(args.params.project)),
    component: lazyPage(() => import('~/network/floating-ips/floating-ips-page.tsx'), 'FloatingIpsPage'),
    panels: (list) => [
      panel(list, '/projects/$project/floating-ips-new', 'New floating IP', {
        loader: ({ context }) => cachedFirstIfOffered(context, poolsQuery),
        component: lazyPage(() => import('~/network/floating-ips/floating-ip-forms.tsx'), 'NewFloatingIp'),
      }),
      panel(list, '/projects/$project/floating-ips/$floatingIp/edit', 'Edit floating IP', {
        loader: ({ context, params }) =>
          context.queryClient.fetchQuery(floatingIpQuery(params.project, params.floatingIp)),
        component: lazyPage(() => import('~/network/floating-ips/floating-ip-forms.tsx'), 'EditFloatingIp'),
      }),
    ],
  }),
  pageWithPanels(project, '/projects/$project/affinity', [affinityGroups], {
    validateSearch: listSearch,
    loader: async ({ context, params }) => (await affinityCode()).loadGroups(context, params.project),
    component: lazyPage(() => import('~/compute/affinity/groups-page.tsx'), 'GroupsPage'),
    panels: (list) => [
      panel(list, '/projects/$project/affinity-new', 'New affinity group', {
        component: lazyPage(() => import('~/compute/affinity/group-forms.tsx'), 'NewGroup'),
      }),
      panel(list, '/projects/$project/affinity/$antiAffinityGroup/edit', 'Edit anti-affinity group', {
        loader: async ({ context, params }) =>
          (await affinityCode()).fetchGroup(context, 'anti-affinity', params.project, params.antiAffinityGroup),
        component: lazyPage(() => import('~/compute/affinity/group-forms.tsx'), 'EditAntiAffinityGroup'),
      }),
      panel(list, '/projects/$project/affinity-groups/$affinityGroup/edit', 'Edit affinity group', {
        loader: async ({ context, params }) =>
          (await affinityCode()).fetchGroup(context, 'affinity', params.project, params.affinityGroup),
        component: lazyPage(() => import('~/compute/affinity/group-forms.tsx'), 'EditAffinityGroup'),
      }),
    ],
  }),
  page(project, '/projects/$project/affinity/$antiAffinityGroup', [affinityGroups, '$antiAffinityGroup'], {
    validateSearch: listSearch,
    loader: async ({ context, params }) =>
      (await affinityCode()).loadGroup(context, 'anti-affinity', params.project, params.antiAffinityGroup),
    component: lazyPage(() => import('~/compute/affinity/group-page.tsx'), 'AntiAffinityGroupPage'),
  }),
  page(project, '/projects/$project/affinity-groups/$affinityGroup', [affinityGroups, '$affinityGroup'], {
    validateSearch: listSearch,
    loader: async ({ context, params }) =>
      (await affinityCode()).loadGroup(context, 'affinity', params.project, params.affinityGroup),
    component: lazyPage(() => import('~/compute/affinity/group-page.tsx'), 'AffinityGroupPage'),
  }),
  pageWithPanels(project, '/projects/$project/probes', [probes], {
    validateSearch: listSearch,
    loader: (args) => loadList(args, probesSource(args.params.project)),
    component: lazyPage(() => import('~/compute/probes/probes-page.tsx'), 'ProbesPage'),
    panels: (list) => [
      panel(list, '/projects/$project/probes-new', 'New probe', {
        loader: ({ context }) => cachedFirstIfOffered(context, poolsQuery),
        component: lazyPage(() => import('~/compute/probes/probe-create.tsx'), 'NewProbe'),
      }),
    ],
  }),
  page(project, '/projects/$project/probes/$probe', [probes, '$probe'], {
    loader: ({ context, params }) => cachedFirst(context, probeQuery(params.project, params.probe)),
    component: lazyPage(() => import('~/compute/probes/probe-page.tsx'), 'ProbePage'),
  }),
  page(project, '/projects/$project/access', 'Access', {
    validateSearch: listSearch,
    loader: async ({ context, params }) => (await accessCode()).loadProjectPolicy(context, params.project),
    component: lazyPage(() => import('~/identity/policies/project-access-page.tsx'), 'ProjectAccessPage'),
  }),
  page(project, '/projects/$project/history', 'History', {
    component: lazyPage(() => import('~/shell/history/history-page.tsx'), 'ProjectHistoryPage'),
  }),
  page(project, '/projects/$project/metrics', 'Metrics', {
    validateSearch: explorerSearch,
    component: lazyPage(() => import('~/fleet/metrics/explorer-pages.tsx'), 'ProjectExplorer'),
  }),
] as const

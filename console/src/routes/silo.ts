import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { fetchSearch, loadFetch } from '~/compute/images/fetch/queries.ts'
import { siloImageQuery, siloImagesSource } from '~/compute/images/queries.ts'
import { projectQuery, projectsSource } from '~/compute/projects/queries.ts'
import { authSettingsQuery } from '~/identity/auth-settings/queries.ts'
import { certificateQuery, certificatesSource } from '~/identity/certificates/queries.ts'
import { chartSearch, ownUtilizationQuery } from '~/identity/utilization/queries.ts'
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { accessCode, lookupCode } from './code.ts'
import { app } from './layouts.tsx'
import { page, pageWithPanels, panel } from './route-kinds.ts'

const [access, users, groups] = [
  { label: 'Access', to: '/access' },
  { label: 'Users', to: '/access/users' },
  { label: 'Groups', to: '/access/groups' },
]

const accessTabs = createRoute({
  getParentRoute: () => app,
  id: '_access',
  staticData: { page: true, crumbs: [access] },
  validateSearch: listSearch,
  component: lazyPage(() => import('~/identity/policies/access-page.tsx'), 'AccessPage'),
})

export const siloRoutes = [
  pageWithPanels(app, '/projects', 'Projects', {
    validateSearch: listSearch,
    loader: (args) => loadList(args, projectsSource),
    component: lazyPage(() => import('~/compute/projects/projects-page.tsx'), 'ProjectsPage'),
    panels: (projects) => [
      panel(projects, '/projects-new', 'New project', {
        component: lazyPage(() => import('~/compute/projects/project-forms.tsx'), 'NewProject'),
      }),
      panel(projects, '/projects/$project/edit', 'Edit project', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(projectQuery(params.project)),
        component: lazyPage(() => import('~/compute/projects/project-forms.tsx'), 'EditProject'),
      }),
      panel(projects, '/projects/$project/delete', 'Delete project', {
        loader: ({ context, params }) => cachedFirst(context, projectQuery(params.project)),
        component: lazyPage(() => import('~/compute/projects/project-delete.tsx'), 'DeleteProject'),
      }),
    ],
  }),
  pageWithPanels(app, '/images', 'Images', {
    validateSearch: listSearch,
    loader: (args) => loadList(args, siloImagesSource),
    component: lazyPage(() => import('~/compute/images/silo-images-page.tsx'), 'SiloImagesPage'),
    panels: (images) => [
      panel(images, '/images-fetch', 'Fetch image', {
        validateSearch: fetchSearch,
        loaderDeps: ({ search }) => ({ again: search.again }),
        loader: ({ context, deps }) => loadFetch(context, deps.again),
        component: lazyPage(() => import('~/compute/images/fetch/fetch-image.tsx'), 'FetchSiloImage'),
      }),
      panel(images, '/images/$image/edit', 'Image', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(siloImageQuery(params.image)),
        component: lazyPage(() => import('~/compute/images/image-details.tsx'), 'SiloImage'),
      }),
    ],
  }),
  page(app, '/utilization', 'Utilization', {
    validateSearch: chartSearch,
    loader: ({ context }) => cachedFirst(context, ownUtilizationQuery),
    component: lazyPage(() => import('~/identity/utilization/utilization-page.tsx'), 'UtilizationPage'),
  }),
  page(app, '/lookup/instances/$instance', [], {
    loader: async ({ context, params }) => (await lookupCode()).lookUpInstance(context.queryClient, params.instance),
  }),
  page(app, '/lookup/i/$instance', [], {
    loader: async ({ context, params }) => (await lookupCode()).lookUpInstance(context.queryClient, params.instance),
  }),
  accessTabs.addChildren([
    page(accessTabs, '/access', [], {
      loader: async ({ context }) => (await accessCode()).loadOwnPolicy(context),
      component: lazyPage(() => import('~/identity/policies/silo-roles-tab.tsx'), 'SiloRolesTab'),
    }),
    page(accessTabs, '/access/users', 'Users', {
      loader: async ({ context }) => (await accessCode()).loadOwnUsers(context),
      component: lazyPage(() => import('~/identity/users/users-tab.tsx'), 'UsersTab'),
    }),
    page(accessTabs, '/access/groups', 'Groups', {
      loader: async ({ context }) => (await accessCode()).loadOwnGroups(context),
      component: lazyPage(() => import('~/identity/groups/groups-tab.tsx'), 'GroupsTab'),
    }),
  ]),
  page(app, '/access/users/$user', [access, users, '$title'], {
    validateSearch: listSearch,
    loader: async ({ context, params }) => (await accessCode()).loadUser(context, params.user),
    component: lazyPage(() => import('~/identity/users/user-page.tsx'), 'UserPage'),
  }),
  page(app, '/access/groups/$group', [access, groups, '$title'], {
    validateSearch: listSearch,
    loader: async ({ context, params }) => (await accessCode()).loadGroup(context, params.group),
    component: lazyPage(() => import('~/identity/groups/group-page.tsx'), 'GroupPage'),
  }),
  pageWithPanels(app, '/certificates', 'Certificates', {
    validateSearch: listSearch,
    loader: (args) => loadList(args, certificatesSource),
    component: lazyPage(() => import('~/identity/certificates/certificates-page.tsx'), 'CertificatesPage'),
    panels: (certificates) => [
      panel(certificates, '/certificates-new', 'New certificate', {
        component: lazyPage(() => import('~/identity/certificates/certificate-create.tsx'), 'NewCertificate'),
      }),
      panel(certificates, '/certificates/$certificate', 'Certificate', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(certificateQuery(params.certificate)),
        component: lazyPage(() => import('~/identity/certificates/certificate-details.tsx'), 'CertificateDetails'),
      }),
    ],
  }),
  page(app, '/auth-settings', 'Sign-in Settings', {
    loader: ({ context }) => cachedFirst(context, authSettingsQuery),
    component: lazyPage(() => import('~/identity/auth-settings/auth-settings-page.tsx'), 'AuthSettingsPage'),
  }),
  page(app, '/history', 'History', {
    component: lazyPage(() => import('~/shell/history/history-page.tsx'), 'SiloHistoryPage'),
  }),
] as const

import { redirect } from '@tanstack/react-router'
import { accessTokensSource } from '~/identity/access-tokens/queries.ts'
import { sshKeyQuery, sshKeysSource } from '~/identity/ssh-keys/queries.ts'
import { loadOwnSilo, siloPolicyQuery } from '~/shell/access/roles.ts'
import { meQuery, myGroupsQuery, systemPolicyQuery } from '~/shell/access/session.ts'
import { listSearch, loadList } from '~/shell/list/list.ts'
import { lazyPage } from '~/shell/page/lazy-page.ts'
import { settings } from './layouts.tsx'
import { page, pageWithPanels, panel, redirectFrom } from './route-kinds.ts'

export const settingsRoutes = [
  redirectFrom(settings, '/settings', () => {
    throw redirect({ to: '/settings/profile', replace: true })
  }),
  page(settings, '/settings/profile', 'Profile', {
    loader: ({ context }) => {
      const { queryClient } = context
      return Promise.all([
        queryClient.ensureQueryData(meQuery),
        queryClient.ensureQueryData(myGroupsQuery),
        // Where these cannot be read, a role is unknown.
        queryClient.ensureQueryData(siloPolicyQuery).catch(() => undefined),
        queryClient.ensureQueryData(systemPolicyQuery).catch(() => undefined),
        loadOwnSilo(context),
      ])
    },
    component: lazyPage(() => import('~/identity/me/profile-page.tsx'), 'ProfilePage'),
  }),
  pageWithPanels(settings, '/settings/ssh-keys', 'SSH Keys', {
    validateSearch: listSearch,
    loader: (args) => loadList(args, sshKeysSource),
    component: lazyPage(() => import('~/identity/ssh-keys/ssh-keys-page.tsx'), 'SshKeysPage'),
    panels: (sshKeys) => [
      panel(sshKeys, '/settings/ssh-keys-new', 'New SSH key', {
        component: lazyPage(() => import('~/identity/ssh-keys/ssh-key-create.tsx'), 'NewSshKey'),
      }),
      panel(sshKeys, '/settings/ssh-keys/$sshKey/edit', 'SSH key', {
        loader: ({ context, params }) => context.queryClient.fetchQuery(sshKeyQuery(params.sshKey)),
        component: lazyPage(() => import('~/identity/ssh-keys/ssh-key-details.tsx'), 'SshKeyDetails'),
      }),
    ],
  }),
  page(settings, '/settings/access-tokens', 'Access Tokens', {
    validateSearch: listSearch,
    loader: (args) => loadList(args, accessTokensSource),
    component: lazyPage(() => import('~/identity/access-tokens/access-tokens-page.tsx'), 'AccessTokensPage'),
  }),
] as const

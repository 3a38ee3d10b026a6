import { createRoute } from '@tanstack/react-router'
import { sshKeyQuery, sshKeysSource } from '~/identity/ssh-keys/queries.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { settings } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const sshKeys = createRoute({
  getParentRoute: () => settings,
  id: '_ssh-keys',
  staticData: { page: true, crumbs: [{ label: 'SSH Keys', to: '/settings/ssh-keys' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, sshKeysSource),
  component: lazyPage(() => import('~/identity/ssh-keys/ssh-keys-page.tsx'), 'SshKeysPage'),
})

const sshKeysAlone = createRoute({ getParentRoute: () => sshKeys, path: 'ssh-keys' })

const sshKeyCreate = createRoute({
  getParentRoute: () => sshKeys,
  path: 'ssh-keys-new',
  staticData: { panel: 'New SSH key' },
  component: lazyPage(() => import('~/identity/ssh-keys/ssh-key-create.tsx'), 'NewSshKey'),
})

const sshKeyDetails = createRoute({
  getParentRoute: () => sshKeys,
  path: 'ssh-keys/$sshKey/edit',
  staticData: { panel: 'SSH key' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(sshKeyQuery(params.sshKey)),
  component: lazyPage(() => import('~/identity/ssh-keys/ssh-key-details.tsx'), 'SshKeyDetails'),
})

export const sshKeyRoutes = [sshKeys.addChildren([sshKeysAlone, sshKeyCreate, sshKeyDetails])] as const

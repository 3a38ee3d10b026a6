import { createFileRoute, Outlet } from '@tanstack/react-router'
import { listSearch, loadList } from '~/shell/list.ts'
import { sshKeysSource } from './-lists.ts'
import { SshKeysPage } from './-ssh-keys-page.tsx'

export const Route = createFileRoute('/_app/settings/_ssh-keys')({
  staticData: { page: true, crumbs: () => [{ label: 'SSH Keys', to: '/settings/ssh-keys' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, sshKeysSource),
  component: () => (
    <>
      <SshKeysPage />
      <Outlet />
    </>
  ),
})

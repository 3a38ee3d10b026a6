import { createFileRoute, Outlet } from '@tanstack/react-router'
import { listSearch, loadList } from '~/shell/list.ts'
import { snapshotsSource } from './-lists.ts'
import { SnapshotsPage } from './-snapshots-page.tsx'

export const Route = createFileRoute('/_app/projects/$project/_snapshots')({
  staticData: {
    page: true,
    crumbs: ({ project = '' }) => [{ label: 'Snapshots', to: `/projects/${project}/snapshots` }],
  },
  validateSearch: listSearch,
  loader: (args) => loadList(args, snapshotsSource(args.params.project)),
  component: () => (
    <>
      <SnapshotsPage />
      <Outlet />
    </>
  ),
})

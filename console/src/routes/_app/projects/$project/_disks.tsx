import { createFileRoute, Outlet } from '@tanstack/react-router'
import { listSearch, loadList } from '~/shell/list.ts'
import { disksSource } from './-lists.ts'
import { DisksPage } from './-disks-page.tsx'

export const Route = createFileRoute('/_app/projects/$project/_disks')({
  staticData: {
    page: true,
    crumbs: ({ project = '' }) => [{ label: 'Disks', to: `/projects/${project}/disks` }],
  },
  validateSearch: listSearch,
  loader: (args) => loadList(args, disksSource(args.params.project)),
  component: () => (
    <>
      <DisksPage />
      <Outlet />
    </>
  ),
})

import { createFileRoute, Outlet } from '@tanstack/react-router'
import { listSearch, loadList } from '~/shell/list.ts'
import { instancesSource } from './-lists.ts'
import { InstancesPage } from './-instances-page.tsx'

export const Route = createFileRoute('/_app/projects/$project/_instances')({
  staticData: {
    page: true,
    crumbs: ({ project = '' }) => [{ label: 'Instances', to: `/projects/${project}/instances` }],
  },
  validateSearch: listSearch,
  loader: (args) => loadList(args, instancesSource(args.params.project)),
  component: () => (
    <>
      <InstancesPage />
      <Outlet />
    </>
  ),
})

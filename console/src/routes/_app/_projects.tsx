import { createFileRoute, Outlet } from '@tanstack/react-router'
import { listSearch, loadList } from '~/shell/list.ts'
import { projectsSource } from './-lists.ts'
import { ProjectsPage } from './-projects-page.tsx'

export const Route = createFileRoute('/_app/_projects')({
  staticData: { page: true, crumbs: () => [{ label: 'Projects', to: '/projects' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, projectsSource),
  component: () => (
    <>
      <ProjectsPage />
      <Outlet />
    </>
  ),
})

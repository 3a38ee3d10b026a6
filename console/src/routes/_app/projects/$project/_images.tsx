import { createFileRoute, Outlet } from '@tanstack/react-router'
import { listSearch, loadList } from '~/shell/list.ts'
import { projectImagesSource } from './-lists.ts'
import { ProjectImagesPage } from './-images-page.tsx'

export const Route = createFileRoute('/_app/projects/$project/_images')({
  staticData: {
    page: true,
    crumbs: ({ project = '' }) => [{ label: 'Images', to: `/projects/${project}/images` }],
  },
  validateSearch: listSearch,
  loader: (args) => loadList(args, projectImagesSource(args.params.project)),
  component: () => (
    <>
      <ProjectImagesPage />
      <Outlet />
    </>
  ),
})

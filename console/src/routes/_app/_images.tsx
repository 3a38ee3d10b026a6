import { createFileRoute, Outlet } from '@tanstack/react-router'
import { listSearch, loadList } from '~/shell/list.ts'
import { siloImagesSource } from './-lists.ts'
import { SiloImagesPage } from './-images-page.tsx'

export const Route = createFileRoute('/_app/_images')({
  staticData: { page: true, crumbs: () => [{ label: 'Images', to: '/images' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, siloImagesSource),
  component: () => (
    <>
      <SiloImagesPage />
      <Outlet />
    </>
  ),
})

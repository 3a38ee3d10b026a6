import { createRoute } from '@tanstack/react-router'
import { projectImageQuery, projectImagesSource, siloImageQuery, siloImagesSource } from '~/compute/images/queries.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { app, project } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const siloImages = createRoute({
  getParentRoute: () => app,
  id: '_images',
  staticData: { page: true, crumbs: [{ label: 'Images', to: '/images' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, siloImagesSource),
  component: lazyPage(() => import('~/compute/images/silo-images-page.tsx'), 'SiloImagesPage'),
})

const siloImagesAlone = createRoute({ getParentRoute: () => siloImages, path: 'images' })

const siloImage = createRoute({
  getParentRoute: () => siloImages,
  path: 'images/$image/edit',
  staticData: { panel: 'Image' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(siloImageQuery(params.image)),
  component: lazyPage(() => import('~/compute/images/silo-image.tsx'), 'SiloImage'),
})

export const siloImageRoutes = [siloImages.addChildren([siloImagesAlone, siloImage])] as const

const projectImages = createRoute({
  getParentRoute: () => project,
  id: '_images',
  staticData: { page: true, crumbs: [{ label: 'Images', to: '/projects/$project/images' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, projectImagesSource(args.params.project)),
  component: lazyPage(() => import('~/compute/images/project-images-page.tsx'), 'ProjectImagesPage'),
})

const projectImagesAlone = createRoute({ getParentRoute: () => projectImages, path: 'images' })

const imageUpload = createRoute({
  getParentRoute: () => projectImages,
  path: 'images-new',
  staticData: { panel: 'Upload image' },
  component: lazyPage(() => import('~/compute/images/upload/upload-image.tsx'), 'UploadImage'),
})

const projectImage = createRoute({
  getParentRoute: () => projectImages,
  path: 'images/$image/edit',
  staticData: { panel: 'Image' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(projectImageQuery(params.project, params.image)),
  component: lazyPage(() => import('~/compute/images/project-image.tsx'), 'ProjectImage'),
})

export const projectImageRoutes = [projectImages.addChildren([projectImagesAlone, imageUpload, projectImage])] as const

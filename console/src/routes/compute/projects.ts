import { createRoute } from '@tanstack/react-router'
import { cachedFirst } from '~/api/cached-first.ts'
import { projectQuery, projectsSource } from '~/compute/projects/queries.ts'
import { listSearch, loadList } from '~/shell/list.ts'
import { app } from '../layouts.tsx'
import { lazyPage } from '~/shell/lazy-page.ts'

const projects = createRoute({
  getParentRoute: () => app,
  id: '_projects',
  staticData: { page: true, crumbs: [{ label: 'Projects', to: '/projects' }] },
  validateSearch: listSearch,
  loader: (args) => loadList(args, projectsSource),
  component: lazyPage(() => import('~/compute/projects/projects-page.tsx'), 'ProjectsPage'),
})

const projectsAlone = createRoute({ getParentRoute: () => projects, path: 'projects' })

const projectCreate = createRoute({
  getParentRoute: () => projects,
  path: 'projects-new',
  staticData: { panel: 'New project' },
  component: lazyPage(() => import('~/compute/projects/project-create.tsx'), 'NewProject'),
})

const projectEdit = createRoute({
  getParentRoute: () => projects,
  path: 'projects/$project/edit',
  staticData: { panel: 'Edit project' },
  loader: ({ context, params }) => context.queryClient.fetchQuery(projectQuery(params.project)),
  component: lazyPage(() => import('~/compute/projects/project-edit.tsx'), 'EditProject'),
})

const projectDelete = createRoute({
  getParentRoute: () => projects,
  path: 'projects/$project/delete',
  staticData: { panel: 'Delete project' },
  loader: ({ context, params }) => cachedFirst(context, projectQuery(params.project)),
  component: lazyPage(() => import('~/compute/projects/project-delete.tsx'), 'DeleteProject'),
})

export const projectRoutes = [projects.addChildren([projectsAlone, projectCreate, projectEdit, projectDelete])] as const

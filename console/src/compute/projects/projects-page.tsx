import { Link } from '@tanstack/react-router'
import { Folder } from 'lucide-react'
import type { Project } from '~/api/types.gen.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { lockItems } from '~/shell/actions/deletion-lock.tsx'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import { exportProject } from '~/shell/terraform/terraform-items.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { projectsSource } from './queries.ts'

const SiloSteps = lazyPart(() => import('~/compute/project-overview/silo-steps.tsx'))

const columns: readonly Column<Project>[] = [
  nameColumn(({ name }) => (
    <Link to="/projects/$project/instances" params={{ project: name }}>
      {name}
    </Link>
  )),
  descriptionColumn,
  createdColumn,
]

export function ProjectsPage() {
  const refusal = useRefusal('project_create')
  return (
    <ListPage
      title="Projects"
      source={projectsSource}
      columns={columns}
      create={{ label: 'New project', to: '/projects-new', refusal }}
      emptyIcon={<Folder />}
      emptyTitle="No projects"
      firstSteps={
        <PartBoundary failed={<EmptyState title="No projects" />}>
          <SiloSteps />
        </PartBoundary>
      }
      emptyBody="A project groups instances, disks, images and networks, and the people who work with them."
      itemLink={(project) => pathTo('/projects/$project/instances', { project: project.name })}
      view={(project) => copyRequest('projectView', { path: { project: project.id } })}
      rowActions={(project) => [
        { label: 'Copy project as Terraform', onSelect: () => exportProject(project) },
        { label: 'Edit', link: <Link to="/projects/$project/edit" params={{ project: project.name }} search state /> },
        ...lockItems('project', project),
        {
          label: 'Delete',
          danger: true,
          link: <Link to="/projects/$project/delete" params={{ project: project.name }} search state />,
        },
      ]}
    />
  )
}

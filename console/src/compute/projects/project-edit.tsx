import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EditNames } from '~/shell/edit-names.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { Metadata } from '~/shell/metadata.tsx'
import { projectQuery } from './queries.ts'

const route = getRouteApi('/_app/_projects/projects/$project/edit')

export function EditProject() {
  const { data: project } = useSuspenseQuery(projectQuery(route.useParams().project))
  return (
    <EditNames
      word="project"
      thing={project}
      view="projectView"
      update="projectUpdate"
      at={{ path: { project: project.id } }}
      refusal={useRefusal('project_update', { project: project.id })}
      closeTo="/projects"
    >
      <Metadata thing={project} />
    </EditNames>
  )
}

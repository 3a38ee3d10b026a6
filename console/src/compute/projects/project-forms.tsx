import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { EditNames } from '~/shell/form/edit-names.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import { projectQuery } from './queries.ts'

export function NewProject() {
  const form = useForm({ defaultValues: { name: '', description: '' } })
  const refusal = useRefusal('project_create')
  return (
    <FormPanel
      form={form}
      title="Create project"
      refusal={refusal}
      method="projectCreate"
      request={(body) => ({ body })}
      outcome={(project) => outcome('Project', project.name, 'created')}
      closeTo="/projects"
      doneTo={(project) => pathTo('/projects/$project/instances', { project: project.name })}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
    </FormPanel>
  )
}

const route = getRouteApi('/_app/_projects/projects/$project/edit')

export function EditProject() {
  const { data: project } = useSuspenseQuery(projectQuery(route.useParams().project))
  const refusal = useRefusal('project_update', { project: project.id })
  return (
    <EditNames
      word="project"
      thing={project}
      view="projectView"
      update="projectUpdate"
      at={{ path: { project: project.id } }}
      refusal={refusal}
      closeTo="/projects"
    >
      <Metadata thing={project} />
    </EditNames>
  )
}

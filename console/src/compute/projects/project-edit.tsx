import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { Metadata } from '~/shell/metadata.tsx'
import { projectQuery } from './queries.ts'

const route = getRouteApi('/_app/_projects/projects/$project/edit')

export function EditProject() {
  const { data: project } = useSuspenseQuery(projectQuery(route.useParams().project))
  const form = useForm({ defaultValues: { name: project.name, description: project.description } })
  const refusal = useRefusal('project_update', { project: project.id })
  return (
    <FormPanel
      form={form}
      title="Edit project"
      submitLabel="Update project"
      submitDisabled={refusal}
      method="projectUpdate"
      request={(body) => ({ path: { project: project.id }, body })}
      outcome={(project) => outcome('Project', project.name, 'updated')}
      closeTo="/projects"
    >
      <Metadata thing={project} />
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
    </FormPanel>
  )
}

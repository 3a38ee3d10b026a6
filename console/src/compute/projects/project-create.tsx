import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { pathTo } from '~/shell/path.ts'

export function NewProject() {
  const form = useForm({ defaultValues: { name: '', description: '' } })
  const refusal = useRefusal('project_create')
  return (
    <FormPanel
      form={form}
      title="Create project"
      submitDisabled={refusal}
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

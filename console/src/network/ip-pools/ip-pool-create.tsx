import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { ipPoolPath } from './queries.ts'

export function NewIpPool() {
  const form = useForm({ defaultValues: { name: '', description: '' } })
  return (
    <FormPanel
      form={form}
      title="Create IP pool"
      submitDisabled={useRefusal('ip_pool_create')}
      method="ipPoolCreate"
      request={(body) => ({ body })}
      outcome={(pool) => outcome('IP pool', pool.name, 'created')}
      closeTo="/system/networking/ip-pools"
      doneTo={({ name }) => ipPoolPath(name)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
    </FormPanel>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { ipPoolQuery } from './queries.ts'

const route = getRouteApi('/_app/system/_ip-pools/networking/ip-pools/$pool/edit')

export function EditIpPool() {
  const { data: pool } = useSuspenseQuery(ipPoolQuery(route.useParams().pool))
  const form = useForm({ defaultValues: { name: pool.name, description: pool.description } })
  return (
    <FormPanel
      form={form}
      title="Edit IP pool"
      submitLabel="Update IP pool"
      submitDisabled={useRefusal('ip_pool_update')}
      method="ipPoolUpdate"
      request={(body) => ({ path: { pool: pool.id }, body })}
      outcome={(updated) => outcome('IP pool', updated.name, 'updated')}
      closeTo="/system/networking/ip-pools"
    >
      <Metadata thing={pool} />
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
    </FormPanel>
  )
}

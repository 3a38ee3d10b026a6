import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { EditNames } from '~/shell/form/edit-names.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { ipPoolPath, ipPoolQuery } from './queries.ts'

export function NewIpPool() {
  const form = useForm({ defaultValues: { name: '', description: '' } })
  const refusal = useRefusal('ip_pool_create')
  return (
    <FormPanel
      form={form}
      title="Create IP pool"
      refusal={refusal}
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

const route = getRouteApi('/_app/system/_ip-pools/networking/ip-pools/$pool/edit')

export function EditIpPool() {
  const { data: pool } = useSuspenseQuery(ipPoolQuery(route.useParams().pool))
  const refusal = useRefusal('ip_pool_update')
  return (
    <EditNames
      word="IP pool"
      thing={pool}
      view="ipPoolView"
      update="ipPoolUpdate"
      at={{ path: { pool: pool.id } }}
      refusal={refusal}
      closeTo="/system/networking/ip-pools"
    >
      <Metadata thing={pool} />
    </EditNames>
  )
}

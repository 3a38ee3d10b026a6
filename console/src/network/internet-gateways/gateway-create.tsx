import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { inVpc } from '~/network/vpcs/queries.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { gatewaysPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

export function NewGateway() {
  const params = route.useParams()
  const form = useForm({ defaultValues: { name: '', description: '' } })
  const refusal = useRefusal('internet_gateway_create', { project: params.project })
  return (
    <FormPanel
      form={form}
      title="Create internet gateway"
      refusal={refusal}
      method="internetGatewayCreate"
      request={(body) => ({ query: inVpc(params), body })}
      outcome={(gateway) => outcome('Internet gateway', gateway.name, 'created')}
      closeTo={gatewaysPath(params)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
    </FormPanel>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { inVpc } from '~/network/vpcs/queries.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { routersPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

export function NewRouter() {
  const params = route.useParams()
  const form = useForm({ defaultValues: { name: '', description: '' } })
  return (
    <FormPanel
      form={form}
      title="Create router"
      submitDisabled={useRefusal('vpc_router_create', { project: params.project })}
      method="vpcRouterCreate"
      request={(body) => ({ query: inVpc(params), body })}
      outcome={(router) => outcome('Router', router.name, 'created')}
      closeTo={routersPath(params)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
    </FormPanel>
  )
}

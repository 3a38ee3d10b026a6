import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { Fact } from '~/ui/facts.tsx'
import { routerQuery, routersPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_routers/routers/$router/edit')

export function EditRouter() {
  const params = route.useParams()
  const { data: router } = useSuspenseQuery(routerQuery(params))
  const form = useForm({ defaultValues: { name: router.name, description: router.description } })
  return (
    <FormPanel
      form={form}
      title="Edit router"
      submitLabel="Update router"
      submitDisabled={useRefusal('vpc_router_update', { project: params.project })}
      method="vpcRouterUpdate"
      request={(body) => ({ path: { router: router.id }, body })}
      outcome={(updated) => outcome('Router', updated.name, 'updated')}
      closeTo={routersPath(params)}
    >
      <Metadata thing={router}>
        <Fact label="Kind">{router.kind}</Fact>
      </Metadata>
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
    </FormPanel>
  )
}

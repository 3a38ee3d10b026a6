import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { inVpc } from '~/network/vpcs/queries.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { EditNames } from '~/shell/form/edit-names.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { Fact } from '~/ui/facts.tsx'
import { routerQuery, routersPath } from './queries.ts'

const parentRoute = getRouteApi('/_app/projects/$project/vpcs/$vpc')

export function NewRouter() {
  const params = parentRoute.useParams()
  const form = useForm({ defaultValues: { name: '', description: '' } })
  const refusal = useRefusal('vpc_router_create', { project: params.project })
  return (
    <FormPanel
      form={form}
      title="Create router"
      refusal={refusal}
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

const editRoute = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_routers/routers/$router/edit')

export function EditRouter() {
  const params = editRoute.useParams()
  const { data: router } = useSuspenseQuery(routerQuery(params))
  const refusal = useRefusal('vpc_router_update', { project: params.project })
  return (
    <EditNames
      word="router"
      thing={router}
      view="vpcRouterView"
      update="vpcRouterUpdate"
      at={{ path: { router: router.id } }}
      refusal={refusal}
      closeTo={routersPath(params)}
    >
      <Metadata thing={router}>
        <Fact label="Kind">{router.kind}</Fact>
      </Metadata>
    </EditNames>
  )
}

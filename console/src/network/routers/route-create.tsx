import { routeCreateRefusal } from '@skerry/contract/rules/routes.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { FormPanel } from '~/shell/form-panel.tsx'
import { outcome } from '~/shell/outcome.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { routerPath, routerQuery } from './queries.ts'
import { DestinationFields, newRoute, routeBody, type RouteValues, TargetFields } from './route-fields.tsx'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc/routers/$router/routes-new')

export function NewRoute() {
  const params = route.useParams()
  const { data: router } = useSuspenseQuery(routerQuery(params))
  const form = useForm<RouteValues>({ defaultValues: newRoute })
  const refusal = useRefusal('vpc_router_route_create', { project: params.project })
  return (
    <FormPanel
      form={form}
      title="Create route"
      submitDisabled={refusal ?? routeCreateRefusal(router)}
      method="vpcRouterRouteCreate"
      request={(values) => ({ query: { router: router.id }, body: routeBody(values) })}
      outcome={(made) => outcome('Route', made.name, 'created')}
      closeTo={routerPath(params, params.router)}
    >
      <NameField control={form.control} name="name" />
      <DescriptionField control={form.control} name="description" />
      <DestinationFields form={form} params={params} />
      <TargetFields form={form} params={params} />
    </FormPanel>
  )
}

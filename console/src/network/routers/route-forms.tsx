import { routeChangeRefusal, routeCreateRefusal, routeProblem } from '@skerry/contract/rules/routes.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { RouterRoute } from '~/api/types.gen.ts'
import { DescriptionField, NameField } from '~/form/text-fields.tsx'
import { useForm } from '~/form/use-form.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { outcome } from '~/shell/actions/outcome.tsx'
import { EditPanel } from '~/shell/form/edit-panel.tsx'
import { FormPanel } from '~/shell/form/form-panel.tsx'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { Fact } from '~/ui/facts.tsx'
import { Notice } from '~/ui/notice.tsx'
import { routeQuery, type RouterParams, routerPath, routerQuery } from './queries.ts'
import {
  DestinationFields,
  mergeRoutes,
  newRoute,
  routeBody,
  type RouteValues,
  TargetFields,
  valuesOf,
} from './route-fields.tsx'
import { routeKindLabel, endpointText } from './route-words.ts'

const newRouteRoute = getRouteApi('/_app/projects/$project/vpcs/$vpc/routers/$router/routes-new')

export function NewRoute() {
  const params = newRouteRoute.useParams()
  const { data: router } = useSuspenseQuery(routerQuery(params))
  const form = useForm<RouteValues>({ defaultValues: newRoute })
  const refusal = useRefusal('vpc_router_route_create', { project: params.project })
  return (
    <FormPanel
      form={form}
      title="Create route"
      refusal={refusal ?? routeCreateRefusal(router)}
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

const editRouteRoute = getRouteApi('/_app/projects/$project/vpcs/$vpc/routers/$router/routes/$route/edit')

interface RouteProps {
  params: RouterParams
  edited: RouterRoute
}

/** A route to change, or one that cannot be changed to look at. */
export function EditRoute() {
  const params = editRouteRoute.useParams()
  const { data: edited } = useSuspenseQuery(routeQuery(params))
  const refusal = routeChangeRefusal(edited) ?? routeProblem(edited)
  return refusal ? (
    <RouteDetails params={params} edited={edited} refusal={refusal} />
  ) : (
    <RouteForm params={params} edited={edited} />
  )
}

const RouteDetails = ({ params, edited, refusal }: RouteProps & { refusal: string }) => (
  <DetailPanel title={edited.name} closeTo={routerPath(params, params.router)}>
    <Notice content={refusal} />
    <Metadata thing={edited}>
      <Fact label="Kind">{routeKindLabel[edited.kind]}</Fact>
      <Fact label="Description">{edited.description}</Fact>
      <Fact label="Destination">{endpointText(edited.destination)}</Fact>
      <Fact label="Target">{endpointText(edited.target)}</Fact>
    </Metadata>
  </DetailPanel>
)

/** Of a default route of the system router the target alone can be changed. */
function RouteForm({ params, edited }: RouteProps) {
  const { name, description, destination, kind } = edited
  const isCustom = kind === 'custom'
  const form = useForm<RouteValues>({ defaultValues: valuesOf(edited) })
  const path = { route: edited.id }
  const refusal = useRefusal('vpc_router_route_update', { project: params.project })
  return (
    <EditPanel
      form={form}
      title="Edit route"
      submitLabel="Update route"
      refusal={refusal}
      view="vpcRouterRouteView"
      at={{ path }}
      valuesOf={valuesOf}
      merge={mergeRoutes}
      method="vpcRouterRouteUpdate"
      request={(values) => ({ path, body: routeBody(values) })}
      outcome={(updated) => outcome('Route', updated.name, 'updated')}
      closeTo={routerPath(params, params.router)}
    >
      <Metadata thing={edited}>
        <Fact label="Kind">{routeKindLabel[kind]}</Fact>
        {!isCustom && (
          <>
            <Fact label="Name">{name}</Fact>
            <Fact label="Description">{description}</Fact>
            <Fact label="Destination">{endpointText(destination)}</Fact>
          </>
        )}
      </Metadata>
      {isCustom ? (
        <>
          <NameField control={form.control} name="name" />
          <DescriptionField control={form.control} name="description" />
          <DestinationFields form={form} params={params} />
        </>
      ) : (
        <Notice content="Only the target of a default route can be changed." />
      )}
      <TargetFields form={form} params={params} />
    </EditPanel>
  )
}

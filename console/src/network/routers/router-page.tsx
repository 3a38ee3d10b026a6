import {
  routeChangeRefusal,
  routeCreateRefusal,
  routeDeleteRefusal,
  routerDeleteRefusal,
} from '@skerry/contract/rules/routes.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Milestone } from 'lucide-react'
import { useMemo } from 'react'
import { invalidate } from '~/api/queries.ts'
import type { RouterRoute } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { askToDelete } from '~/shell/actions/ask-to-delete.tsx'
import { copyRequest, rowMenu } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { useBeganOn } from '~/shell/paths/began-on.ts'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { nameColumn } from '~/table/named-columns.tsx'
import { Badge } from '~/ui/badge.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { askToDeleteRouter } from './delete-router.ts'
import { routerQuery, type RouterParams, routesSource } from './queries.ts'
import { routeKindLabel, endpointText } from './route-words.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc/routers/$router')

const routePath = ({ project, vpc, router }: RouterParams, name: string): Path =>
  pathTo('/projects/$project/vpcs/$vpc/routers/$router/routes/$route/edit', { project, vpc, router, route: name })

const columnsFor = (params: RouterParams): readonly Column<RouterRoute>[] => [
  nameColumn(({ name }) => (
    <Link to={routePath(params, name)} search state>
      {name}
    </Link>
  )),
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind }) => <Badge>{routeKindLabel[kind]}</Badge>,
    value: ({ kind }) => routeKindLabel[kind],
  },
  {
    id: 'destination',
    header: 'Destination',
    cell: ({ destination }) => endpointText(destination),
    value: ({ destination }) => endpointText(destination),
  },
  {
    id: 'target',
    header: 'Target',
    cell: ({ target }) => endpointText(target),
    value: ({ target }) => endpointText(target),
  },
]

const askToDeleteRoute = ({ id, name }: RouterRoute) =>
  askToDelete({
    kind: 'route',
    name,
    consequence: 'is permanently deleted. Its traffic follows the remaining routes.',
    method: 'vpcRouterRouteDelete',
    request: { path: { route: id } },
  })

const about =
  'A router decides where its subnets send traffic. Of the matching routes, the most specific one wins. Every VPC has a system router; a custom router is for the subnets that choose it.'

export function RouterPage() {
  const { project, vpc, router: name } = route.useParams()
  const params = useMemo(() => ({ project, vpc, router: name }), [project, vpc, name])
  const query = useSuspenseQuery(routerQuery(params))
  const router = query.data
  const refused = useRefusals({ project })
  const navigate = useNavigate()
  const beganOn = useBeganOn('router')
  const onDeleted = () => void navigate({ to: '/projects/$project/vpcs/$vpc/routers', params })
  const columns = useMemo(() => columnsFor(params), [params])
  return (
    <>
      <PageHeader
        title={router.name}
        refresh={{ ...refreshOf(query), onRefresh: () => void invalidate('vpcRouterView', 'vpcRouterRouteList') }}
        about={{ title: 'Routers', text: about }}
      >
        <MenuButton
          label="Router actions"
          variant="default"
          items={rowMenu(router.id, copyRequest('vpcRouterView', { path: { router: router.id } }), [
            {
              label: 'Edit',
              refusal: refused('vpc_router_update'),
              link: <Link to="/projects/$project/vpcs/$vpc/routers/$router/edit" params={params} state={beganOn} />,
            },
            {
              label: 'Delete',
              danger: true,
              refusal: refused('vpc_router_delete') ?? routerDeleteRefusal(router),
              onSelect: () => askToDeleteRouter(router, onDeleted),
            },
          ])}
        />
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="Kind">
            <Badge>{router.kind}</Badge>
          </Fact>
          <Fact label="Description">{router.description}</Fact>
          <IdentityFacts thing={router} />
        </Facts>
      </div>
      <ListPage
        below
        title="Routes"
        source={routesSource(params)}
        columns={columns}
        create={{
          label: 'New route',
          to: pathTo('/projects/$project/vpcs/$vpc/routers/$router/routes-new', params),
          refusal: refused('vpc_router_route_create') ?? routeCreateRefusal(router),
        }}
        itemLink={(each) => routePath(params, each.name)}
        view={({ id }) => copyRequest('vpcRouterRouteView', { path: { route: id } })}
        rowActions={(each) => [
          {
            label: 'Edit',
            refusal: refused('vpc_router_route_update') ?? routeChangeRefusal(each),
            link: <Link to={routePath(params, each.name)} search state />,
          },
          {
            label: 'Delete',
            danger: true,
            refusal: refused('vpc_router_route_delete') ?? routeDeleteRefusal(each),
            onSelect: () => askToDeleteRoute(each),
          },
        ]}
        emptyIcon={<Milestone />}
        emptyTitle="No routes"
        emptyBody="A route sends traffic for a destination to an address, an instance or an internet gateway, or drops it."
      />
    </>
  )
}

import { routerDeleteRefusal } from '@skerry/contract/rules/routes.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Router } from 'lucide-react'
import { useMemo } from 'react'
import type { VpcRouter } from '~/api/types.gen.ts'
import type { VpcParams } from '~/network/vpcs/queries.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { ListPage } from '~/shell/list/list-page.tsx'
import { pathTo } from '~/shell/paths/path.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { Badge } from '~/ui/badge.tsx'
import { askToDeleteRouter } from './delete-router.ts'
import { routerPath, routersSource } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc')

const columnsFor = (params: VpcParams): readonly Column<VpcRouter>[] => [
  nameColumn(({ name }) => <Link to={routerPath(params, name)}>{name}</Link>),
  { id: 'kind', header: 'Kind', cell: ({ kind }) => <Badge>{kind}</Badge>, value: ({ kind }) => kind },
  descriptionColumn,
  createdColumn,
]

export function RoutersTab() {
  const { project, vpc } = route.useParams()
  const params = useMemo(() => ({ project, vpc }), [project, vpc])
  const refused = useRefusals({ project })
  const columns = useMemo(() => columnsFor(params), [params])
  return (
    <ListPage
      below
      title="Routers"
      source={routersSource(params)}
      columns={columns}
      create={{
        label: 'New router',
        to: pathTo('/projects/$project/vpcs/$vpc/routers-new', params),
        refusal: refused('vpc_router_create'),
      }}
      itemLink={({ name }) => routerPath(params, name)}
      view={({ id }) => copyRequest('vpcRouterView', { path: { router: id } })}
      rowActions={(router) => [
        {
          label: 'Edit',
          refusal: refused('vpc_router_update'),
          link: (
            <Link
              to="/projects/$project/vpcs/$vpc/routers/$router/edit"
              params={{ ...params, router: router.name }}
              search
              state
            />
          ),
        },
        {
          label: 'Delete',
          danger: true,
          refusal: refused('vpc_router_delete') ?? routerDeleteRefusal(router),
          onSelect: () => askToDeleteRouter(router),
        },
      ]}
      emptyIcon={<Router />}
      emptyTitle="No routers"
      emptyBody="A router has routes that decide where its subnets send traffic."
    />
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { EditNames } from '~/shell/edit-names.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import { useRefusal } from '~/shell/roles.ts'
import { Fact } from '~/ui/facts.tsx'
import { routerQuery, routersPath } from './queries.ts'

const route = getRouteApi('/_app/projects/$project/vpcs/$vpc/_tabs/_routers/routers/$router/edit')

export function EditRouter() {
  const params = route.useParams()
  const { data: router } = useSuspenseQuery(routerQuery(params))
  return (
    <EditNames
      word="router"
      thing={router}
      view="vpcRouterView"
      update="vpcRouterUpdate"
      at={{ path: { router: router.id } }}
      refusal={useRefusal('vpc_router_update', { project: params.project })}
      closeTo={routersPath(params)}
    >
      <Metadata thing={router}>
        <Fact label="Kind">{router.kind}</Fact>
      </Metadata>
    </EditNames>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { Fact } from '~/ui/facts.tsx'
import { builtinUserQuery } from './queries.ts'

const route = getRouteApi('/_app/system/_users-builtin/users-builtin/$user')

export function BuiltinUserDetails() {
  const { data: user } = useSuspenseQuery(builtinUserQuery(route.useParams().user))
  return (
    <DetailPanel title={user.name} closeTo="/system/users-builtin">
      <Metadata thing={user}>
        <Fact label="Description">{user.description}</Fact>
      </Metadata>
    </DetailPanel>
  )
}

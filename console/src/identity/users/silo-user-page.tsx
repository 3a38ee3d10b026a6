import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { invalidate } from '~/api/queries.ts'
import { siloQuery } from '~/identity/silos/queries.ts'
import { useMe } from '~/shell/access/session.ts'
import { refreshOf } from '~/shell/page/reads.ts'
import { Badge } from '~/ui/badge.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { MenuButton } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { userQuery } from './queries.ts'
import { useUserActions } from './use-user-actions.tsx'
import { UserAccess } from './user-access.tsx'

const route = getRouteApi('/_app/system/silos/$silo/users/$user')

export function SiloUserPage() {
  const params = route.useParams()
  const me = useMe()
  const navigate = useNavigate()
  const { data: silo } = useSuspenseQuery(siloQuery(params.silo))
  const view = useSuspenseQuery(userQuery(params.silo, params.user))
  const { menuOf, accessRefusal, forms } = useUserActions(silo)
  const user = view.data
  const onDeleted = () => void navigate({ to: '/system/silos/$silo/users', params: { silo: params.silo } })
  const refresh = () => void invalidate('siloUserView', 'userSessionList', 'userTokenList')
  return (
    <>
      <PageHeader
        title={user.displayName}
        {...(user.id === me.id && { badge: <Badge>you</Badge> })}
        refresh={{ ...refreshOf(view), onRefresh: refresh }}
      >
        <MenuButton label="User actions" variant="default" items={menuOf(user, onDeleted)} />
      </PageHeader>
      <div className="mb-6">
        <Facts columns={2}>
          <Fact label="ID">
            <ShortId id={user.id} />
            <CopyButton text={user.id} label="Copy ID" />
          </Fact>
          <Fact label="Silo">{silo.name}</Fact>
        </Facts>
      </div>
      <div className="pb-7">
        <UserAccess user={user} refusal={accessRefusal(user)} />
      </div>
      {forms}
    </>
  )
}

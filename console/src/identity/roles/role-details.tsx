import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { roleQuery } from './queries.ts'

const route = getRouteApi('/_app/system/_roles/roles/$role')

export function RoleDetails() {
  const { data: role } = useSuspenseQuery(roleQuery(route.useParams().role))
  return (
    <DetailPanel title={role.name} closeTo="/system/roles">
      <Facts columns={1}>
        <Fact label="Name">
          <span className="text-mono">{role.name}</span>
          <CopyButton text={role.name} label="Copy name" />
        </Fact>
        <Fact label="Description">{role.description}</Fact>
      </Facts>
    </DetailPanel>
  )
}

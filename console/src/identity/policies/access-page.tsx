import { useQuery } from '@tanstack/react-query'
import { refreshOf } from '~/shell/page/reads.ts'
import { PageHeader } from '~/ui/page-header.tsx'
import { PageOutlet } from '~/ui/page-outlet.tsx'
import { TabLink, Tabs } from '~/ui/tabs.tsx'
import { ownSilo, policyQuery } from './holders.ts'
import { peopleQueries } from './people.ts'

const about =
  'Roles decide what users and groups can see and do in the silo. A silo role applies in each of its projects too.'

export function AccessPage() {
  const queries = peopleQueries(ownSilo.people)
  const policy = useQuery(policyQuery(ownSilo))
  const users = useQuery(queries.users)
  const groups = useQuery(queries.groups)
  return (
    <>
      <PageHeader title="Access" refresh={refreshOf(policy, users, groups)} about={{ title: 'Access', text: about }} />
      <Tabs label="Access">
        <TabLink to="/access" activeOptions={{ exact: true }}>
          Roles
        </TabLink>
        <TabLink to="/access/users">Users</TabLink>
        <TabLink to="/access/groups">Groups</TabLink>
      </Tabs>
      <div className="pb-7">
        <PageOutlet />
      </div>
    </>
  )
}

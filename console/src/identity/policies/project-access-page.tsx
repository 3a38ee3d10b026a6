import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useRefusal } from '~/shell/access/roles.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { pageOfIdentity } from './access-rows.ts'
import { projectHolder } from './holders.ts'
import { usePolicyEditor } from './policy-editor.tsx'

const route = getRouteApi('/_app/projects/$project/access')

const about =
  'Users and groups with a role in the project. Silo roles apply here too: silo admins and collaborators are admins of every project, silo viewers are viewers.'

export function ProjectAccessPage() {
  const { project } = route.useParams()
  const mayAddUsers = useRefusal('local_idp_user_create', { silo: 'own' }) === undefined
  const holder = useMemo(() => projectHolder(project), [project])
  const { addButton, refresh, table } = usePolicyEditor(holder, { pageOf: pageOfIdentity })
  return (
    <>
      <PageHeader title="Access" refresh={refresh} about={{ title: 'Access', text: about }}>
        {mayAddUsers && <ButtonLink to="/access/users">Users of the silo</ButtonLink>}
        {addButton}
      </PageHeader>
      <div className="pb-7">{table}</div>
    </>
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PageHeader } from '~/ui/page-header.tsx'
import { projectHolder } from './holders.ts'
import { usePolicyEditor } from './policy-editor.tsx'
import { pageOfIdentity } from './access-rows.ts'

const route = getRouteApi('/_app/projects/$project/access')

const about =
  'Users and groups with a role in the project. Silo roles apply here too: silo admins and collaborators are admins of every project, silo viewers are viewers.'

export function ProjectAccessPage() {
  const { project } = route.useParams()
  const holder = useMemo(() => projectHolder(project), [project])
  const { addButton, refresh, table } = usePolicyEditor(holder, { pageOf: pageOfIdentity })
  return (
    <>
      <PageHeader title="Access" refresh={refresh} about={{ title: 'Access', text: about }}>
        {addButton}
      </PageHeader>
      <div className="pb-7">{table}</div>
    </>
  )
}

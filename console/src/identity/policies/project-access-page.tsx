import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PageHeader } from '~/ui/page-header.tsx'
import { projectHolder } from './holders.ts'
import { usePolicyEditor } from './policy-editor.tsx'
import { pageOfIdentity } from './silo-roles-tab.tsx'

const route = getRouteApi('/_app/projects/$project/access')

const about =
  'Everybody with a role in the project. Roles in the silo count here too: its collaborators and admins are admin in each of its projects, its viewers viewer.'

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

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { siloQuery } from '~/identity/silos/queries.ts'
import { TabHeading } from '~/shell/list/tab-heading.tsx'
import { siloHolder } from './holders.ts'
import { usePolicyEditor } from './policy-editor.tsx'

const route = getRouteApi('/_app/system/silos/$silo/access')

export function SiloAccessTab() {
  const { data: silo } = useSuspenseQuery(siloQuery(route.useParams().silo))
  const { addButton, read, table } = usePolicyEditor(siloHolder(silo))
  return (
    <>
      <TabHeading title="Access" read={read}>
        {addButton}
      </TabHeading>
      {table}
    </>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { siloUtilizationQuery } from '~/identity/utilization/queries.ts'
import { amountsOf, type Resource, resources } from '~/identity/utilization/resources.ts'
import { formatPercent } from '~/lib/format/numbers.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { TabHeading } from '~/shell/list/tab-heading.tsx'
import { readState } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import type { Column } from '~/table/columns.ts'
import { Table } from '~/table/table.tsx'
import { Button } from '~/ui/button.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'

const EditQuotas = lazyPart(() => import('./edit-quotas.tsx'))

const route = getRouteApi('/_app/system/silos/$silo/quotas')

interface Row extends Resource {
  provisioned: number
  quota: number
}

const columns: readonly Column<Row>[] = [
  { id: 'resource', header: 'Resource', cell: ({ label }) => label },
  {
    id: 'provisioned',
    header: 'Provisioned',
    cell: ({ provisioned, inWords }) => inWords(provisioned),
    mono: true,
    alignEnd: true,
  },
  { id: 'quota', header: 'Quota', cell: ({ quota, inWords }) => inWords(quota), mono: true, alignEnd: true },
  {
    id: 'share',
    header: 'Share',
    cell: ({ provisioned, quota }) => formatPercent(provisioned, quota),
    mono: true,
    alignEnd: true,
  },
]

export function SiloQuotasTab() {
  const query = useSuspenseQuery(siloUtilizationQuery(route.useParams().silo))
  const { siloId, siloName, allocated, provisioned } = query.data
  const [quotas, used] = [amountsOf(allocated), amountsOf(provisioned)]
  const refusal = useRefusal('silo_quotas_update')
  const [editing, setEditing] = useState(false)
  const close = () => setEditing(false)
  useQuickActions([{ group: 'Actions', label: 'Edit quotas', run: () => setEditing(true), refusal }])
  return (
    <>
      <TabHeading title="Quotas">
        <Button refusal={refusal} onClick={() => setEditing(true)}>
          Edit quotas
        </Button>
      </TabHeading>
      <Table
        label="Quotas"
        rows={resources.map((resource) => ({
          ...resource,
          provisioned: used[resource.key],
          quota: quotas[resource.key],
        }))}
        columns={columns}
        getId={({ key }) => key}
        read={readState(query)}
      />
      {editing && (
        <PartBoundary onFailed={close}>
          <EditQuotas silo={{ id: siloId, name: siloName }} quotas={quotas} provisioned={used} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}

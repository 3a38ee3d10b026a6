import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { apiQuery } from '~/api/queries.ts'
import type { SiloIpPool } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { useQuickActions } from '~/shell/quick-actions.ts'
import { readState } from '~/shell/reads.ts'
import { useRefusals } from '~/shell/roles.ts'
import { TabHeading } from '~/shell/tab-heading.tsx'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { Badge } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { askToSetDefault, askToUnlink } from './link-actions.tsx'
import { ipPoolPath, siloPoolsQuery } from './queries.ts'

const LinkPool = lazyPart(() => import('./link-pool.tsx'))

const route = getRouteApi('/_app/system/silos/$silo/ip-pools')

const columns: readonly [Column<SiloIpPool>, ...Column<SiloIpPool>[]] = [
  nameColumn(({ name, isDefault }) => (
    <span className="inline-flex max-w-full items-center gap-2">
      <Link to={ipPoolPath(name)} className="truncate">
        {name}
      </Link>
      {isDefault && <Badge>default</Badge>}
    </span>
  )),
  descriptionColumn,
]

/** The pools that a silo takes addresses from. */
export function SiloPoolsTab() {
  const { silo: nameOrId } = route.useParams()
  const { data: silo } = useSuspenseQuery(apiQuery('siloView', { path: { silo: nameOrId } }))
  const query = useSuspenseQuery(siloPoolsQuery(nameOrId))
  const pools = query.data
  const refused = useRefusals()
  const [linking, setLinking] = useState(false)
  const close = () => setLinking(false)
  const linkRefusal = refused('ip_pool_silo_link')
  useQuickActions(linkRefusal ? [] : [{ group: 'Actions', label: 'Link pool', run: () => setLinking(true) }])
  const linkButton = (
    <Button variant="primary" disabledReason={linkRefusal} onClick={() => setLinking(true)}>
      Link pool
    </Button>
  )
  return (
    <>
      <TabHeading title="IP pools">{linkButton}</TabHeading>
      <WholeListTable
        label="IP pools"
        rows={pools}
        columns={columns}
        view={(pool) => copyRequest('ipPoolView', { path: { pool: pool.id } })}
        rowActions={(pool) => [
          {
            label: pool.isDefault ? 'Clear default' : 'Make default',
            disabled: refused('ip_pool_silo_update'),
            onSelect: () =>
              askToSetDefault({
                pool,
                silo,
                isDefault: pool.isDefault,
                replaced: pools.find(({ isDefault }) => isDefault)?.name,
              }),
          },
          {
            label: 'Unlink',
            danger: true,
            disabled: refused('ip_pool_silo_unlink'),
            onSelect: () => askToUnlink('Unlink pool', { pool, silo }),
          },
        ]}
        read={readState(query)}
        empty={
          <EmptyState
            icon={<Globe />}
            title="No IP pools"
            body="The silo's instances and floating IPs take their addresses from the pools it is linked to."
          >
            {linkButton}
          </EmptyState>
        }
      />
      {linking && (
        <PartBoundary onFailed={close}>
          <LinkPool silo={silo} linked={pools} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { apiQuery } from '~/api/queries.ts'
import type { SiloIpPool } from '~/api/types.gen.ts'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import type { Columns } from '~/table/columns.ts'
import { descriptionColumn, nameColumn } from '~/table/named-columns.tsx'
import { Badge } from '~/ui/badge.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { askToSetDefault, askToUnlink } from './pool-actions.tsx'
import { ipPoolPath, siloPoolsQuery } from './queries.ts'

const LinkPool = lazyPart(() => import('./link-pool.tsx'))

const route = getRouteApi('/_app/system/silos/$silo/ip-pools')

const columns: Columns<SiloIpPool> = [
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

export function SiloPoolsTab() {
  const { silo: nameOrId } = route.useParams()
  const { data: silo } = useSuspenseQuery(apiQuery('siloView', { path: { silo: nameOrId } }))
  const query = useSuspenseQuery(siloPoolsQuery(nameOrId))
  const pools = query.data
  const refused = useRefusals()
  const [linking, setLinking] = useState(false)
  const close = () => setLinking(false)
  return (
    <>
      <WholeListPage
        below
        title="IP pools"
        reads={[query]}
        rows={pools}
        columns={columns}
        create={{ label: 'Link pool', onCreate: () => setLinking(true), refusal: refused('ip_pool_silo_link') }}
        view={(pool) => copyRequest('ipPoolView', { path: { pool: pool.id } })}
        rowActions={(pool) => [
          {
            label: pool.isDefault ? 'Clear default' : 'Make default',
            refusal: refused('ip_pool_silo_update'),
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
            refusal: refused('ip_pool_silo_unlink'),
            onSelect: () => askToUnlink('Unlink pool', { pool, silo }),
          },
        ]}
        emptyIcon={<Globe />}
        emptyTitle="No IP pools"
        emptyBody="Instances and floating IPs of the silo take addresses from its linked pools."
      />
      {linking && (
        <PartBoundary onFailed={close}>
          <LinkPool silo={silo} linked={pools} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}

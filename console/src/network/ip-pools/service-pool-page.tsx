import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRefusals } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { IdentityFacts } from '~/shell/page/metadata.tsx'
import { refreshOf } from '~/shell/page/reads.ts'
import { useQuickActions } from '~/shell/palette/quick-actions.ts'
import { ButtonLink } from '~/ui/button.tsx'
import { Fact, Facts } from '~/ui/facts.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { PageOutlet } from '~/ui/page-outlet.tsx'
import { servicePoolQuery, serviceRangesQuery } from './queries.ts'
import { RangesTable } from './ranges-table.tsx'

export function ServicePoolPage() {
  const view = useSuspenseQuery(servicePoolQuery)
  const pool = view.data
  const ranges = useQuery(serviceRangesQuery)
  const refused = useRefusals()
  const addRefusal = refused('ip_pool_service_range_add')
  const addTo = '/system/networking/ip-pools-service/ranges-add'
  useQuickActions([{ group: 'Actions', label: 'Add range', to: addTo, refusal: addRefusal }])
  return (
    <>
      <PageHeader title="Service IP Pool" refresh={refreshOf(view, ranges)}>
        <ButtonLink to={addTo} search state variant="primary" refusal={addRefusal}>
          Add range
        </ButtonLink>
      </PageHeader>
      <div className="mb-6">
        <Facts>
          <Fact label="Name">{pool.name}</Fact>
          <IdentityFacts thing={pool} />
          <Fact label="Description" wide>
            {pool.description}
          </Fact>
        </Facts>
      </div>
      <h2 className="mb-3 text-lg font-semibold">Ranges</h2>
      <div className="pb-7">
        <RangesTable
          list={ranges}
          view={copyRequest('ipPoolServiceRangeList', {})}
          method="ipPoolServiceRangeRemove"
          request={(body) => ({ body })}
          refusal={refused('ip_pool_service_range_remove')}
          none="No ranges yet. Add a range of addresses for the system's services."
        />
      </div>
      <PageOutlet />
    </>
  )
}

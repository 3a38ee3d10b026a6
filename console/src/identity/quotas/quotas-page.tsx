import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SiloQuotas, SiloUtilization } from '~/api/types.gen.ts'
import { silosUtilizationQuery } from '~/identity/utilization/queries.ts'
import { amountsOf, type Amounts, resources } from '~/identity/utilization/resources.ts'
import { useRefusal } from '~/shell/access/roles.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import { failureOf } from '~/shell/page/reads.ts'
import type { Column, Columns } from '~/table/columns.ts'
import { SecondaryCell } from '~/table/secondary-cell.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import { allQuotasQuery, siloQuotasPath, unlistedSiloQuery } from './queries.ts'
import { Share } from './share.tsx'

const EditQuotas = lazyPart(() => import('./edit-quotas.tsx'))

interface Row {
  /** The silo's, as its name is; the id where no list names it. */
  id: string
  name: string
  quotas: Amounts
  provisioned: Amounts | undefined
}

const rowsOf = (quotas: readonly SiloQuotas[], utilization: readonly SiloUtilization[]): Row[] => {
  const used = new Map(utilization.map((silo) => [silo.siloId, silo]))
  return quotas.map((each) => {
    const found = used.get(each.siloId)
    return {
      id: each.siloId,
      name: found?.siloName ?? each.siloId,
      quotas: amountsOf(each),
      provisioned: found && amountsOf(found.provisioned),
    }
  })
}

const columns: Columns<Row> = [
  { id: 'silo', header: 'Silo', cell: ({ id, name }) => <SiloLink id={id} name={name} />, value: ({ name }) => name },
  ...resources.map(({ key, label, inWords }): Column<Row> => ({
    id: key,
    header: label,
    cell: ({ quotas, provisioned }) => <Share provisioned={provisioned?.[key]} quota={quotas[key]} inWords={inWords} />,
    value: ({ quotas }) => quotas[key],
  })),
]

function SiloLink({ id, name }: Pick<Row, 'id' | 'name'>) {
  const isUnlisted = id === name
  const silo = useQuery({ ...unlistedSiloQuery(id), enabled: isUnlisted })
  if (!isUnlisted) return <Link to={siloQuotasPath(name)}>{name}</Link>
  return (
    <SecondaryCell value={silo.data} failure={failureOf(silo)}>
      {(found) => <Link to={siloQuotasPath(found.name)}>{found.name}</Link>}
    </SecondaryCell>
  )
}

export function QuotasPage() {
  const quotas = useSuspenseQuery(allQuotasQuery)
  const utilization = useQuery(silosUtilizationQuery)
  const rows = useMemo(() => rowsOf(quotas.data, utilization.data ?? []), [quotas.data, utilization.data])
  const refusal = useRefusal('silo_quotas_update')
  const [edited, setEdited] = useState<Row | null>(null)
  const close = () => setEdited(null)
  return (
    <>
      <WholeListPage
        title="Quotas"
        reads={[quotas, utilization]}
        rows={rows}
        columns={columns}
        view={({ id }) => copyRequest('siloQuotasView', { path: { silo: id } })}
        rowActions={(row) => [{ label: 'Edit', refusal: refusal, onSelect: () => setEdited(row) }]}
        itemLink={({ name }) => siloQuotasPath(name)}
        emptyIcon={<Gauge />}
        emptyTitle="No quotas"
        emptyBody="How much each silo may use, and how much it uses."
      />
      {edited && (
        <PartBoundary onFailed={close}>
          <EditQuotas silo={edited} quotas={edited.quotas} provisioned={edited.provisioned} onClose={close} />
        </PartBoundary>
      )}
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'
import { useMemo } from 'react'
import type { SiloUtilization } from '~/api/types.gen.ts'
import { siloQuotasPath } from '~/identity/quotas/queries.ts'
import { formatPercent } from '~/lib/format/numbers.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListTable } from '~/shell/list/whole-list-table.tsx'
import type { Column, Columns } from '~/table/columns.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { amountsOf, type Amounts, isNearlyUsedUp, type ResourceKey, resources, usedShare } from './resources.ts'

interface Row {
  id: string
  name: string
  provisioned: Amounts
  quota: Amounts
}

const rowsOf = (silos: readonly SiloUtilization[]): Row[] =>
  silos.map(({ siloId, siloName, provisioned, allocated }) => ({
    id: siloId,
    name: siloName,
    provisioned: amountsOf(provisioned),
    quota: amountsOf(allocated),
  }))

const shownFrom = 0.66

function Available({ used, most, words }: { used: number; most: number; words: string }) {
  const share = usedShare(used, most)
  return (
    <span className="inline-flex items-center justify-end gap-2">
      {share > shownFrom && (
        <span
          role="meter"
          aria-label="Used"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, Math.round(share * 100))}
          aria-valuetext={`${formatPercent(used, most)} used`}
          className="inline-block h-1.5 w-12 overflow-hidden rounded-full bg-sunken outline-1 -outline-offset-1 outline-line-strong"
        >
          <span
            className={`block h-full ${isNearlyUsedUp(used, most) ? 'bg-bad-fill' : 'bg-accent-fill'}`}
            style={{ width: `${Math.min(100, share * 100)}%` }}
          />
        </span>
      )}
      {words}
    </span>
  )
}

const largestOf = (rows: readonly Row[], key: ResourceKey) =>
  rows.reduce((largest, { provisioned, quota }) => Math.max(largest, provisioned[key], quota[key]), 0)

const columnsOf = (rows: readonly Row[]): Columns<Row> => [
  {
    id: 'silo',
    header: 'Silo',
    cell: ({ name }) => <Link to={siloQuotasPath(name)}>{name}</Link>,
    value: ({ name }) => name,
  },
  ...resources.flatMap(({ key, label, sums }): Column<Row>[] => {
    const { unit, inUnit } = sums(largestOf(rows, key))
    const figures = { group: `${label} (${unit})`, mono: true, alignEnd: true, card: 'fact' } as const
    return [
      {
        ...figures,
        id: `${key}_provisioned`,
        header: 'Of quota',
        cell: ({ provisioned, quota }) => `${inUnit(provisioned[key])} / ${inUnit(quota[key])}`,
        value: ({ provisioned }) => provisioned[key],
      },
      {
        ...figures,
        id: `${key}_available`,
        header: 'Available',
        cell: ({ provisioned, quota }) => (
          <Available
            used={provisioned[key]}
            most={quota[key]}
            words={inUnit(Math.max(0, quota[key] - provisioned[key]))}
          />
        ),
        value: ({ provisioned, quota }) => quota[key] - provisioned[key],
      },
    ]
  }),
]

export function SummaryTable({ silos }: { silos: readonly SiloUtilization[] }) {
  const rows = useMemo(() => rowsOf(silos), [silos])
  const columns = useMemo(() => columnsOf(rows), [rows])
  return (
    <WholeListTable
      label="Utilization of silos"
      rows={rows}
      columns={columns}
      view={({ id }) => copyRequest('siloUtilizationView', { path: { silo: id } })}
      empty={<EmptyState icon={<Gauge />} title="No silos to show" body="Silos with quotas appear here." />}
    />
  )
}

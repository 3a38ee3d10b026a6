import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { useMemo } from 'react'
import type { TimeseriesSchema } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { refreshOf } from '~/shell/reads.ts'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { schemasQuery } from './queries.ts'

type Row = TimeseriesSchema & { id: string; name: string }

const about = 'All timeseries, and the fields that distinguish their series.'
const withoutMean = /^(bool|string|bytes|histogram)/

/** The last hour of a timeseries, a point a minute where its values have a mean. */
const queryOf = ({ name, datumType }: Row): string =>
  `get ${name} | filter timestamp > @now() - 1h${withoutMean.test(datumType) ? '' : ' | align mean_within(1m)'}`

const fieldNames = ({ fieldSchema }: Row) => fieldSchema.map(({ name }) => name).join(', ')

const columns: readonly [Column<Row>, ...Column<Row>[]] = [
  {
    id: 'name',
    header: 'Name',
    cell: (row) => (
      <Link to="/system/metrics" search={{ query: queryOf(row) }}>
        {row.name}
      </Link>
    ),
    value: ({ name }) => name,
    maxWidth: '28rem',
  },
  {
    id: 'description',
    header: 'Description',
    cell: ({ description: { metric, target } }) => `${metric}. ${target}.`,
    value: ({ description: { metric } }) => metric,
  },
  { id: 'units', header: 'Units', cell: ({ units }) => units, value: ({ units }) => units },
  {
    id: 'type',
    header: 'Datum type',
    cell: ({ datumType }) => datumType,
    value: ({ datumType }) => datumType,
    mono: true,
  },
  { id: 'scope', header: 'Scope', cell: ({ authzScope }) => authzScope, value: ({ authzScope }) => authzScope },
  { id: 'fields', header: 'Fields', cell: fieldNames, value: fieldNames, mono: true },
]

const scopeOf = ({ authzScope }: Row) => ({ key: authzScope, label: authzScope })

/** What the system can be asked for. */
export function SchemasPage() {
  const query = useSuspenseQuery(schemasQuery)
  const rows = useMemo(
    () => query.data.map((schema): Row => ({ ...schema, id: schema.timeseriesName, name: schema.timeseriesName })),
    [query.data],
  )
  return (
    <>
      <PageHeader title="Schemas" refresh={refreshOf(query)} about={{ title: 'Schemas', text: about }} />
      <div className="pb-7">
        <WholeListTable
          label="Schemas"
          rows={rows}
          columns={columns}
          view={() => copyRequest('systemTimeseriesSchemaList', {})}
          rowActions={(row) => [
            { label: 'Query it', link: <Link to="/system/metrics" search={{ query: queryOf(row) }} /> },
          ]}
          groupOf={scopeOf}
          groupLabel="Scope"
          empty={<EmptyState icon={<ChartLine />} title="No timeseries" body={about} />}
        />
      </div>
    </>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { useMemo } from 'react'
import type { TimeseriesSchema } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { WholeListPage } from '~/shell/list/whole-list-page.tsx'
import type { Columns } from '~/table/columns.ts'
import { schemasQuery } from './queries.ts'

type Row = TimeseriesSchema & { id: string; name: string }

const about = 'All timeseries, and the fields that distinguish their series.'
const withoutMean = /^(bool|string|bytes|histogram)/

/** The last hour of a timeseries, a point a minute where its values have a mean. */
const queryOf = ({ name, datumType }: Row): string =>
  `get ${name} | filter timestamp > @now() - 1h${withoutMean.test(datumType) ? '' : ' | align mean_within(1m)'}`

const fieldNames = ({ fieldSchema }: Row) => fieldSchema.map(({ name }) => name).join(', ')

const columns: Columns<Row> = [
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
  { id: 'type', header: 'Datum type', value: ({ datumType }) => datumType, mono: true },
  { id: 'scope', header: 'Scope', cell: ({ authzScope }) => authzScope, value: ({ authzScope }) => authzScope },
  { id: 'fields', header: 'Fields', value: fieldNames, mono: true },
]

const scopeOf = ({ authzScope }: Row) => ({ key: authzScope, label: authzScope })

export function SchemasPage() {
  const query = useSuspenseQuery(schemasQuery)
  const rows = useMemo(
    () => query.data.map((schema): Row => ({ ...schema, id: schema.timeseriesName, name: schema.timeseriesName })),
    [query.data],
  )
  return (
    <WholeListPage
      title="Schemas"
      reads={[query]}
      rows={rows}
      columns={columns}
      view={() => copyRequest('systemTimeseriesSchemaList', {})}
      rowActions={(row) => [
        { label: 'Query it', link: <Link to="/system/metrics" search={{ query: queryOf(row) }} /> },
      ]}
      groupOf={scopeOf}
      groupLabel="Scope"
      emptyIcon={<ChartLine />}
      emptyTitle="No timeseries"
      emptyBody={about}
    />
  )
}

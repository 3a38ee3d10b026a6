import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { coversClass } from '@skerry/contract/rules/alert-classes.ts'
import { BellRing } from 'lucide-react'
import { useId, useMemo } from 'react'
import type { AlertClass } from '~/api/types.gen.ts'
import { copyRequest } from '~/shell/copy-request.ts'
import { refreshOf } from '~/shell/reads.ts'
import { WholeListTable } from '~/shell/whole-list-table.tsx'
import type { Column } from '~/table/columns.ts'
import { nameColumn } from '~/table/named-columns.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { classesQuery } from './queries.ts'

const route = getRouteApi('/_app/system/alert-classes')

/** A class's id is its name. */
type Row = AlertClass & { id: string }

const columns: readonly [Column<Row>, ...Column<Row>[]] = [
  nameColumn(({ name }) => <span className="text-mono">{name}</span>),
  {
    id: 'description',
    header: 'Description',
    cell: ({ description }) => description,
    value: ({ description }) => description,
    maxWidth: '48rem',
  },
]

const about =
  'Each alert is of a class, which says what happened. Receivers subscribe to classes, or to patterns of them.'

/** The classes of alerts, and which of them a pattern covers. */
export function AlertClassesPage() {
  const query = useSuspenseQuery(classesQuery)
  const { pattern = '' } = route.useSearch()
  const navigate = useNavigate()
  const id = useId()
  const rows = useMemo(
    () =>
      query.data
        .filter(({ name }) => pattern === '' || coversClass(pattern, name))
        .map((each) => ({ ...each, id: each.name })),
    [query.data, pattern],
  )
  const setPattern = (text: string) =>
    void navigate({ to: '.', search: text ? { pattern: text } : {}, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader title="Alert Classes" refresh={refreshOf(query)} about={{ title: 'Alert classes', text: about }} />
      <div className="mb-4 max-w-80">
        <label htmlFor={id} className="mb-1 block text-sm font-medium">
          Pattern
        </label>
        <input
          id={id}
          value={pattern}
          onChange={(event) => setPattern(event.target.value.trim())}
          placeholder="instance.*"
          autoComplete="off"
          spellCheck={false}
          className="control text-mono"
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-3">
          * stands for one part, ** for one or more
        </p>
      </div>
      <div className="pb-7">
        <WholeListTable
          label="Alert classes"
          rows={rows}
          columns={columns}
          view={({ name }) => copyRequest('alertClassList', { query: { filter: name } })}
          empty={
            <EmptyState icon={<BellRing />} title="No matches" body="The pattern covers no class that there is now." />
          }
        />
      </div>
    </>
  )
}

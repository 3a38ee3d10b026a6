import { coversClass } from '@skerry/contract/rules/alert-classes.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { AlertClass } from '~/api/types.gen.ts'
import { copyAsRowItems } from '~/form/copy-as-menu.tsx'
import { copyRequest } from '~/shell/actions/copy-request.ts'
import { refreshOf } from '~/shell/page/reads.ts'
import type { Column } from '~/table/columns.ts'
import { nameColumn } from '~/table/named-columns.tsx'
import { NoMatches } from '~/table/no-matches.tsx'
import type { Sort } from '~/table/sort.ts'
import { Table } from '~/table/table.tsx'
import { copyItem } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { SearchInput } from '~/ui/search-input.tsx'
import { classesQuery } from './queries.ts'

const route = getRouteApi('/_app/system/alert-classes')

const hintId = 'alert-classes-hint'
const nameOf = ({ name }: AlertClass) => name

const columns: readonly Column<AlertClass>[] = [
  nameColumn(({ name }) => <span className="text-mono">{name}</span>),
  { id: 'description', header: 'Description', value: ({ description }) => description, maxWidth: '48rem' },
]

const about = 'The class of an alert tells what happened. Receivers subscribe to classes or patterns.'

/** A pattern matches whole names; other text matches a part of name or description. */
const matches = ({ name, description }: AlertClass, text: string): boolean =>
  text.includes('*')
    ? coversClass(text, name)
    : `${name} ${description}`.toLocaleLowerCase().includes(text.toLocaleLowerCase())

/** The classes of alerts, filtered by text or by a pattern of a subscription. */
export function AlertClassesPage() {
  const query = useSuspenseQuery(classesQuery)
  const { pattern = '' } = route.useSearch()
  const navigate = useNavigate()
  const [sort, setSort] = useState<Sort>({ column: 'name', descending: false })
  const rows = useMemo(() => query.data.filter((each) => matches(each, pattern.trim())), [query.data, pattern])
  const setPattern = (text: string) =>
    void navigate({ to: '.', search: text ? { pattern: text } : {}, replace: true, resetScroll: false })
  return (
    <>
      <PageHeader title="Alert Classes" refresh={refreshOf(query)} about={{ title: 'Alert classes', text: about }} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput label="Filter alert classes" value={pattern} onChange={setPattern} aria-describedby={hintId} />
        <span id={hintId} className="text-sm text-ink-3">
          Text, or a pattern: * stands for one part, ** for one or more
        </span>
        <span role="status" className="text-sm text-ink-3">
          {pattern && `${rows.length} of ${query.data.length}`}
        </span>
      </div>
      <div className="pb-7">
        <Table
          label="Alert classes"
          rows={rows}
          columns={columns}
          getId={nameOf}
          sort={sort}
          onSort={setSort}
          sortable="all"
          rowActions={({ name }) => [
            copyItem('Copy name', name),
            ...copyAsRowItems(copyRequest('alertClassList', { query: { filter: name } })),
          ]}
          empty={<NoMatches onClear={() => setPattern('')} />}
        />
      </div>
    </>
  )
}

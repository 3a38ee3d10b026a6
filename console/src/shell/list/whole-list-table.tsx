import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { keepEqual } from '~/api/keep-equal.ts'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { inSentence } from '~/lib/format/words.ts'
import type { Columns } from '~/table/columns.ts'
import { FilterBar } from '~/table/filter-bar.tsx'
import { NoMatches } from '~/table/no-matches.tsx'
import { type FilterGroup, useQuickFilter } from '~/table/quick-filter.ts'
import { rowText } from '~/table/row-text.ts'
import { type Sort, sortFromText, sortToText } from '~/table/sort.ts'
import { Table } from '~/table/table.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import type { ReadState } from '~/ui/read-failure.tsx'
import { rowMenu } from '../actions/copy-request.ts'
import { cardFacts, type ListSearch } from './list.ts'

export interface NamedRow {
  id: string
  name: string
}

export interface WholeListTableProps<T extends NamedRow> {
  /** `Members`. */
  label: string
  rows: readonly T[] | undefined
  /** The first one's cell links to the thing. */
  columns: Columns<T>
  /** The request that views a row, for *Copy ID* and *Copy as*; without it a row has only its own actions. */
  view?: (row: T) => CopyRequest
  /** What *Copy ID* copies; the row's id unless said. */
  copiedId?: (row: T) => string
  /** Row menu, after Copy ID and Copy as where there are these. */
  rowActions?: (row: T) => MenuItem[]
  /** Chips over the table. */
  groupOf?: (row: T) => FilterGroup
  /** What the chips distinguish; `State` by default. */
  groupLabel?: string
  /** The initial sort; by the first column by default. */
  sortedBy?: Sort
  /** Of the queries behind the rows; left out where the page's header shows it. */
  read?: ReadState
  /** Instead of the table when there are no rows. */
  empty: ReactNode
}

const idOf = ({ id }: NamedRow) => id
const nameOf = ({ name }: NamedRow) => name

/** A table of all rows of a list: filtered and sorted in the browser, without pages; the sort is in the URL. */
export function WholeListTable<T extends NamedRow>(props: WholeListTableProps<T>) {
  const { label, columns, view, copiedId = idOf, rowActions, groupOf, groupLabel, empty } = props
  const rows = useKept(props.rows)
  const textOf = useCallback((row: T) => rowText(columns, row, row.id), [columns])
  const filter = useQuickFilter(rows, { textOf, groupOf })
  const { sortedBy = { column: columns[0].id, descending: false } } = props
  const [sort, setSort] = useSortInUrl(sortedBy)
  const menuOf = view ? (row: T) => rowMenu(copiedId(row), view(row), rowActions?.(row)) : rowActions
  return (
    <>
      {rows && rows.length > 0 && (
        <FilterBar filter={filter} label={`Filter ${inSentence(label)}`} groupLabel={groupLabel} />
      )}
      <Table
        label={label}
        rows={filter.rows}
        columns={columns}
        getId={idOf}
        getName={nameOf}
        {...(view && { facts: cardFacts })}
        rowActions={menuOf}
        sort={sort}
        onSort={setSort}
        sortable="all"
        read={props.read}
        empty={filter.active ? <NoMatches onClear={filter.clear} /> : empty}
      />
    </>
  )
}

/** The default is left out of the URL. */
function useSortInUrl(byDefault: Sort): [Sort, (sort: Sort) => void] {
  const search = useSearch({ strict: false }) as ListSearch
  const navigate = useNavigate()
  const setSort = (sort: Sort) => {
    const wanted = sortToText(sort)
    const inUrl = wanted === sortToText(byDefault) ? undefined : wanted
    void navigate({
      to: '.',
      search: (now: ListSearch) => ({ ...now, sort: inUrl }),
      state: true,
      replace: true,
    })
  }
  return [sortFromText(search.sort) ?? byDefault, setSort]
}

/** The value with every equal part of the previous one: what shows an equal part need not render again. */
function useKept<T>(value: T): T {
  const [before, setBefore] = useState(value)
  const kept = keepEqual(before, value) as T
  if (kept !== before) setBefore(() => kept)
  return kept
}

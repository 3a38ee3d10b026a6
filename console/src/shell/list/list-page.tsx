import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { type ListMethod, wholeListQuery } from '~/api/queries.ts'
import type { CopyRequest } from '~/lib/copy-as.ts'
import { messageOf } from '~/lib/errors.ts'
import { formatNumber, plural } from '~/lib/format/numbers.ts'
import { inSentence } from '~/lib/format/words.ts'
import { useStore } from '~/lib/store.ts'
import { type BulkAction, BulkBar } from '~/table/bulk-bar.tsx'
import type { Column } from '~/table/columns.ts'
import { FilterBar } from '~/table/filter-bar.tsx'
import { NoMatches } from '~/table/no-matches.tsx'
import { Pagination } from '~/table/pagination.tsx'
import { type FilterGroup, useQuickFilter } from '~/table/quick-filter.ts'
import { rowText } from '~/table/row-text.ts'
import { useSelection } from '~/table/selection.ts'
import { Table } from '~/table/table.tsx'
import { hasTerraform } from '~/terraform/offered.ts'
import { StateBadge, stateLabel } from '~/ui/badge.tsx'
import { Button } from '~/ui/button.tsx'
import { EmptyState } from '~/ui/empty-state.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import { PageHeader } from '~/ui/page-header.tsx'
import { PageOutlet } from '~/ui/page-outlet.tsx'
import type { ReadFailure } from '~/ui/read-failure.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import { rowMenu } from '../actions/copy-request.ts'
import { readState, refreshOf } from '../page/reads.ts'
import { quickActionsOpen, useQuickActions } from '../palette/quick-actions.ts'
import type { Path } from '../paths/path.ts'
import { exportRows } from '../terraform/terraform-items.ts'
import { type Create, createAction, CreateButton } from './create-button.tsx'
import { cardFacts, type ListSource, nameOrIdOf, requestOf, type Row, sortsOf } from './list.ts'
import { TabHeading } from './tab-heading.tsx'
import { useList } from './use-list.ts'
import { useSearchAll } from './use-search-all.ts'

export interface ListPageProps<M extends ListMethod> {
  title: string
  source: ListSource<M>
  /** The first one's cell links to the thing. */
  columns: readonly Column<Row<M>>[]
  create?: Create
  /** Stands in a page that has a title of its own: in a tab, or below other content. */
  below?: boolean
  /** More buttons in the page's header. */
  actions?: ReactNode
  /** Above the table: filters of the API, or what is about to be listed. */
  narrowing?: ReactNode
  /** The request that views a row, for *Copy as*. */
  view: (row: Row<M>) => CopyRequest
  /** The name of a row in searches, quick actions and for its checkbox; `name` or `id` by default. */
  nameOf?: (row: Row<M>) => string
  /** Row menu after Copy ID and Copy as. */
  rowActions?: (row: Row<M>) => MenuItem[]
  /** Checkboxes, and what can be done to the rows they choose. */
  bulkActions?: readonly BulkAction<Row<M>>[]
  /** Chips of the states present. */
  groupOf?: (row: Row<M>) => FilterGroup
  /** The text for the quick filter; by default the columns' text and the id. A stable function. */
  textOf?: (row: Row<M>) => string
  /** Where quick actions lead for a row. */
  itemLink?: (row: Row<M>) => Path
  /** ms until the list is read again; false for never. */
  pollEvery?: (rows: readonly Row<M>[] | undefined) => number | false
  emptyIcon?: ReactNode
  emptyTitle: string
  /** One sentence on what the thing is for. */
  emptyBody: ReactNode
  /** Instead of the create button where there is nothing. */
  emptyCreate?: ReactNode
  /** More buttons where there is nothing. */
  emptyActions?: ReactNode
  /** Instead of all that, where there is nothing. */
  firstSteps?: ReactNode
}

/**
 * A page that is a list: header, filter, table, pages. Place, sort and search are in the URL and the history. The
 * list's route is a layout: its panels show over the list.
 */
export function ListPage<M extends ListMethod>(props: ListPageProps<M>) {
  const { method, path, query } = props.source
  // Another project's list is another list: it starts empty.
  return (
    <>
      <List key={JSON.stringify([method, path, query])} {...props} />
      <PageOutlet />
    </>
  )
}

const idOf = (row: unknown) => (row as { id: string }).id

function List<M extends ListMethod>(props: ListPageProps<M>) {
  const { title, source, columns, create, view, nameOf = nameOrIdOf, rowActions, bulkActions, groupOf } = props
  const list = useList(source, props.pollEvery)
  const state = groupOf && list.search.state
  const found = useSearchAll(source, { text: list.search.q, state }, { nameOf, groupOf, pollEvery: props.pollEvery })
  const ownText = useCallback((row: Row<M>) => rowText(columns, row, idOf(row)), [columns])
  const filter = useQuickFilter(found.active ? found.rows : list.rows, { textOf: props.textOf ?? ownText, groupOf })
  const idsInView = useMemo(() => filter.rows?.map(idOf) ?? [], [filter.rows])
  const selection = useSelection(idsInView)
  const { setText } = filter
  const { q } = list.search
  useEffect(() => {
    if (q) setText(q)
  }, [q, setText])
  useItemActions(props, list.rows, list.isWhole)

  const clear = () => {
    filter.clear()
    if (found.active) list.setSearched(undefined)
  }
  const createButton = create && <CreateButton {...create} />
  const isPartial = !list.isWhole && !found.active
  const text = filter.text.trim()
  const canSearchOn = text !== '' && (isPartial || (found.active && text !== q))
  const searchOn = () => list.setSearched(text)
  const isSearching = found.busy && found.rows.length === 0
  const isEmpty = list.rows?.length === 0 && !found.active && !list.pagination.onPrev

  return (
    <>
      {props.below ? (
        <TabHeading title={title}>
          {props.actions}
          {createButton}
        </TabHeading>
      ) : (
        <PageHeader
          title={title}
          refresh={found.active ? refreshOf(list.query, found.query) : refreshOf(list.query)}
          about={{ title, text: props.emptyBody }}
        >
          {props.actions}
          {createButton}
        </PageHeader>
      )}
      {props.narrowing}
      {!isEmpty && (
        <FilterBar
          filter={filter}
          label={`Filter ${inSentence(title)}`}
          partial={isPartial}
          onSearchAll={list.setSearched}
        >
          {canSearchOn && (
            <Button size="sm" onClick={searchOn}>
              Search all pages
            </Button>
          )}
          {found.active && <SearchState state={state} found={found} onEnd={clear} />}
        </FilterBar>
      )}
      <Table
        label={title}
        rows={isSearching ? undefined : filter.rows}
        columns={columns}
        getId={idOf}
        getName={nameOf}
        facts={cardFacts}
        framed={!isEmpty || !props.firstSteps}
        rowActions={(row) => rowMenu(idOf(row), view(row), rowActions?.(row))}
        {...(bulkActions && {
          selection,
          renderBar: (rows: readonly Row<M>[]) => (
            <BulkBar rows={rows} actions={bulkActions} getId={idOf} getName={nameOf} onClear={selection.clear}>
              {hasTerraform(view(rows[0]!).operation) && (
                <Button
                  onClick={() =>
                    exportRows(
                      title,
                      rows.map((row) => [row, view(row)] as const),
                    )
                  }
                >
                  Copy as Terraform
                </Button>
              )}
            </BulkBar>
          ),
        })}
        {...(list.sort && { sort: list.sort })}
        onSort={list.setSort}
        sortable={isPartial ? columnsOf(sortsOf(source)) : 'all'}
        {...(props.below && { read: readState(list.query, ...(found.active ? [found.query] : [])) })}
        empty={
          found.failure && found.rows.length === 0 ? (
            <EmptyState title="No matches so far" body="The search ended before all pages were read." />
          ) : filter.active || found.active ? (
            <NoMatches
              onClear={clear}
              body={isPartial && `Only this page was looked through: ${plural(filter.total, 'row')}.`}
            >
              {canSearchOn && <Button onClick={searchOn}>Search all pages</Button>}
            </NoMatches>
          ) : (
            (props.firstSteps ?? (
              <EmptyState icon={props.emptyIcon} title={props.emptyTitle} body={props.emptyBody}>
                {props.emptyCreate ?? createButton}
                {props.emptyActions}
              </EmptyState>
            ))
          )
        }
      />
      {found.active || isEmpty ? <div className="pb-7" /> : <Pagination {...list.pagination} />}
    </>
  )
}

const columnsOf = (sorts: readonly string[]) => [
  ...new Set(sorts.map((sort) => sort.replace(/_(ascending|descending)$/, ''))),
]

interface SearchStateProps {
  state: string | undefined
  found: { searched: number; busy: boolean; failure: ReadFailure | undefined }
  onEnd: () => void
}

/** The progress of a search over all pages, and how it ended. */
const SearchState = ({ state, found: { searched, busy, failure }, onEnd }: SearchStateProps) => (
  <>
    <span role="status" className="inline-flex items-center gap-2 text-sm text-ink-3">
      {busy && <Spinner />}
      {state && <StateBadge state={state} label={`${stateLabel(state)} only`} />}
      {formatNumber(searched)} searched
      {failure && <span className="text-bad">The search failed: {messageOf(failure.error)}</span>}
    </span>
    {failure && (
      <Button size="sm" onClick={failure.retry}>
        Try again
      </Button>
    )}
    <Button size="sm" onClick={onEnd}>
      {busy ? 'Cancel' : 'Clear'}
    </Button>
  </>
)

/** Quick actions for the create button and for every item; items of later pages are read once the dialog is open. */
function useItemActions<M extends ListMethod>(props: ListPageProps<M>, rows: Row<M>[] | undefined, isWhole: boolean) {
  const { title, source, create, itemLink, nameOf = nameOrIdOf } = props
  const open = useStore(quickActionsOpen)
  const rest = useQuery({
    ...wholeListQuery(source.method, requestOf(source)),
    enabled: open && !isWhole && itemLink !== undefined,
  })
  const items = itemLink ? (rest.data ?? rows ?? []) : []
  useQuickActions([
    ...(create ? [createAction(create)] : []),
    ...items.map((row) => ({ group: title, label: nameOf(row), to: itemLink!(row) })),
  ])
}

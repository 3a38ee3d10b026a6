import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createStore } from '~/lib/store.ts'
import { EmptyState } from '~/ui/empty-state.tsx'
import { lazyPart, PartBoundary } from '~/ui/lazy-part.tsx'
import type { MenuItem } from '~/ui/menu.tsx'
import { ReadFailureNotice, type ReadState, StaleNote } from '~/ui/read-failure.tsx'
import { Skeleton } from '~/ui/skeleton.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { ColumnGroups } from './column-groups.tsx'
import { cardPlaces, type Column } from './columns.ts'
import { useRowKeys } from './row-keys.ts'
import type { Selection } from './selection.ts'
import { nextSort, type Sort, sortRows } from './sort.ts'
import { useSteadyRows } from './steady-rows.ts'
import { TableRow } from './table-row.tsx'

const VirtualRows = lazyPart(() => import('./virtual-rows.tsx'))
const virtualFrom = 100

export interface TableProps<T> {
  label: string
  rows: readonly T[] | undefined
  columns: readonly Column<T>[]
  getId: (row: T) => string
  /** Names the row for its checkbox and menu; the id by default. */
  getName?: (row: T) => string
  /** Called once the row's menu is open. */
  rowActions?: (row: T) => MenuItem[]
  /** From `useSelection`. */
  selection?: Selection
  /** Below the rows while some are selected: what can be done to them. */
  renderBar?: (selected: readonly T[]) => ReactNode
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Column ids the API sorts by; 'all' where the list is wholly loaded: any column with a `value`, in the browser. */
  sortable?: readonly string[] | 'all'
  /** Instead of the table when there are no rows: `NoMatches` while something narrows them. */
  empty?: ReactNode
  /** Of the queries behind the rows; left out where the page's header shows it. */
  read?: ReadState | undefined
  /** False inside a `Card`, which has a frame of its own. */
  framed?: boolean
  /** How many columns besides name and state a row shows on a phone, where it is a card; all unless said. */
  facts?: number
}

/** A table of things: links, sort, selection, row menus. It knows no API: rows come in, clicks go out. */
export function Table<T>(props: TableProps<T>) {
  const { label, rows, columns, getId, getName = getId, selection, renderBar, sort, sortable, framed = true } = props
  const { facts = columns.length } = props
  useRowKeys()
  const sorted = useMemo(
    () => (rows && sortable === 'all' ? sortRows(rows, columns, sort) : rows),
    [rows, columns, sort, sortable],
  )
  const shown = useSteadyRows(sorted, getId)
  const places = useMemo(() => cardPlaces(columns, facts), [columns, facts])
  const order = useMemo(() => shown?.map(getId) ?? [], [shown, getId])
  // Rendered rows keep these functions, which use the latest props.
  const latest = useRef({ props, order })
  const [draws] = useState(() => createStore(0))
  useLayoutEffect(() => {
    latest.current = { props, order }
    // An open menu shows what is known by now.
    draws.set(draws.get() + 1)
  })
  const actionsOf = useCallback((row: T) => latest.current.props.rowActions?.(row) ?? [], [])
  const select = useCallback(
    (id: string, range: boolean) => latest.current.props.selection?.toggle(id, latest.current.order, range),
    [],
  )
  const frame = framed ? 'rounded-lg border border-line bg-surface' : ''

  const { failure, stale } = props.read ?? {}
  if (failure)
    return (
      <div className={framed ? '' : 'p-4'}>
        <ReadFailureNotice what={label} failure={failure} />
      </div>
    )
  const staleNote = stale && (
    <div className="border-b border-line px-4 py-2">
      <StaleNote failure={stale} />
    </div>
  )
  if (shown?.length === 0)
    return (
      <div className={frame}>
        {staleNote}
        {props.empty ?? <EmptyState title="Nothing here yet" />}
      </div>
    )

  const headerRows = columns.some((column) => column.group) ? 2 : 1
  const renderRow = (row: T, index: number, measure?: (row: HTMLElement | null) => void) => (
    <TableRow
      key={getId(row)}
      row={row}
      id={getId(row)}
      name={getName(row)}
      place={index + headerRows + 1}
      columns={columns}
      places={places}
      {...(measure && { index, measure })}
      selected={selection?.ids.has(getId(row)) ?? false}
      {...(selection && { onSelect: select })}
      {...(props.rowActions && { actions: actionsOf, changes: draws })}
    />
  )
  const width = columns.length + (selection ? 1 : 0) + (props.rowActions ? 1 : 0)

  return (
    <div className={`overflow-clip ${frame}`}>
      {staleNote}
      {/* Rows to come hold nothing that a key could scroll to. */}
      <div className={`relative ${shown ? 'overflow-x-auto' : 'overflow-x-clip'}`}>
        <table
          className="table"
          aria-label={label}
          aria-busy={!shown}
          aria-rowcount={shown && shown.length + headerRows}
        >
          <thead>
            {headerRows === 2 && (
              <ColumnGroups columns={columns} hasBoxes={Boolean(selection)} hasMenus={Boolean(props.rowActions)} />
            )}
            <tr aria-rowindex={headerRows}>
              {selection && (
                <th className="tick-cell">
                  <HeaderBox selection={selection} order={order} />
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell
                  key={column.id}
                  column={column}
                  place={places.get(column.id)}
                  sort={sort}
                  sortable={sortable}
                  onSort={props.onSort}
                />
              ))}
              {props.rowActions && (
                <th className="menu-cell">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          {!shown ? (
            <tbody>
              {Array.from({ length: 6 }, (_, index) => (
                <tr key={index} aria-hidden="true">
                  {Array.from({ length: width }, (_each, cell) => (
                    <td key={cell}>
                      <Skeleton width={cell === 0 ? '12ch' : '7ch'} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ) : shown.length > virtualFrom ? (
            <PartBoundary
              fallback={<tbody>{shown.slice(0, 50).map((row, index) => renderRow(row, index))}</tbody>}
              failed={<tbody>{shown.map((row, index) => renderRow(row, index))}</tbody>}
            >
              <VirtualRows
                count={shown.length}
                width={width}
                renderRow={(index, measure) => renderRow(shown[index]!, index, measure)}
              />
            </PartBoundary>
          ) : (
            <tbody>{shown.map((row, index) => renderRow(row, index))}</tbody>
          )}
        </table>
      </div>
      {selection && selection.ids.size > 0 && renderBar?.(shown?.filter((row) => selection.ids.has(getId(row))) ?? [])}
    </div>
  )
}

function HeaderBox({ selection, order }: { selection: Selection; order: readonly string[] }) {
  const all = order.length > 0 && order.every((id) => selection.ids.has(id))
  return (
    <input
      type="checkbox"
      className="tick"
      aria-label="Select all rows"
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = !all && selection.ids.size > 0
      }}
      onChange={() => selection.toggleAll(order)}
    />
  )
}

interface HeaderCellProps<T> {
  column: Column<T>
  place: string | undefined
  sort: Sort | undefined
  sortable: TableProps<T>['sortable']
  onSort?: (sort: Sort) => void
}

const wordOf = (column: string) => (column === 'time_created' ? 'time' : column)

function HeaderCell<T>({ column, place, sort, sortable, onSort }: HeaderCellProps<T>) {
  const sorts = onSort && (sortable === 'all' ? column.value !== undefined : sortable?.includes(column.id))
  const hint =
    onSort && Array.isArray(sortable) && !sorts
      ? `More than one page: sorts by ${sortable.map(wordOf).join(' or ')}`
      : ''
  const tooltip = useTooltip(hint)
  const here = sort?.column === column.id
  const Arrow = sort?.descending ? ArrowDown : ArrowUp
  return (
    <th
      {...tooltip}
      scope="col"
      aria-sort={here ? (sort.descending ? 'descending' : 'ascending') : undefined}
      data-card={place}
      className={column.alignEnd ? 'text-right' : undefined}
    >
      {sorts ? (
        <button
          type="button"
          onClick={() => onSort(nextSort(sort, column.id))}
          data-label={column.group}
          className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
        >
          {column.header}
          {here && <Arrow className="size-3.5" />}
        </button>
      ) : (
        column.header
      )}
      {hint && <span className="sr-only"> {hint}</span>}
    </th>
  )
}

import { type ChangeEvent, memo } from 'react'
import type { Store } from '~/lib/store.ts'
import { MenuButton, type MenuItem } from '~/ui/menu.tsx'
import { useTooltip } from '~/ui/tooltip.tsx'
import { isCut } from '~/ui/truncate.tsx'
import { cardLabel, cellOf, type Column } from './columns.ts'

interface TableRowProps<T> {
  row: T
  id: string
  name: string
  /** Counted from the first header row, which is 1. */
  place: number
  columns: readonly Column<T>[]
  /** Of `cardPlaces`. */
  places: ReadonlyMap<string, string>
  /** Among virtual rows, and their function that measures it. */
  index?: number
  measure?: (row: HTMLElement | null) => void
  selected: boolean
  onSelect?: (id: string, range: boolean) => void
  actions?: (row: T) => MenuItem[]
  /** Changes when `actions` may return something else. */
  changes?: Store<number>
}

function Row<T>(props: TableRowProps<T>) {
  const { row, id, name, place, columns, places, index, measure, selected, onSelect, actions, changes } = props
  const whole = useTooltip((cell) => cell.textContent, isCut)
  return (
    <tr
      ref={measure}
      data-index={index}
      data-row-id={id}
      tabIndex={-1}
      aria-rowindex={place}
      aria-selected={onSelect ? selected : undefined}
      className={selected ? 'selected' : undefined}
    >
      {onSelect && (
        <td className="tick-cell">
          <input
            type="checkbox"
            className="tick"
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={(event: ChangeEvent<HTMLInputElement>) =>
              onSelect(id, (event.nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </td>
      )}
      {columns.map((column, at) => (
        <td
          key={column.id}
          translate="no"
          {...whole}
          data-card={places.get(column.id)}
          data-label={cardLabel(column)}
          style={{ maxWidth: column.maxWidth }}
          className={[at === 0 && 'name-cell', column.mono && 'text-mono', column.alignEnd && 'text-right']
            .filter(Boolean)
            .join(' ')}
        >
          {cellOf(column, row) ?? <span className="text-ink-3">—</span>}
        </td>
      ))}
      {actions && (
        <td className="menu-cell">
          <MenuButton
            label="Row actions"
            items={() => actions(row)}
            changes={changes}
            buttonProps={{ 'data-row-menu': '', 'aria-description': name }}
          />
        </td>
      )}
    </tr>
  )
}

/** A row that renders only when something of it changed: its functions must be stable. */
export const TableRow = memo(Row) as typeof Row

import type { Column } from './columns.ts'

interface ColumnGroupsProps {
  columns: readonly Column<never>[]
  /** Whether a column of checkboxes stands before them, and one of menus after. */
  hasBoxes: boolean
  hasMenus: boolean
}

/** The row over the headers that names groups of columns: Baseboard, Policy. */
export function ColumnGroups({ columns, hasBoxes, hasMenus }: ColumnGroupsProps) {
  const runs: { id: string; group: string | undefined; width: number }[] = []
  for (const { id, group } of columns) {
    const last = runs.at(-1)
    if (last && last.group === group) last.width++
    else runs.push({ id, group, width: 1 })
  }
  return (
    <tr aria-rowindex={1} className="group-row">
      {hasBoxes && <td aria-hidden="true" className="tick-cell" />}
      {runs.map(({ id, group, width }) =>
        group ? (
          <th key={id} scope="colgroup" colSpan={width}>
            <span>{group}</span>
          </th>
        ) : (
          <td key={id} aria-hidden="true" colSpan={width} />
        ),
      )}
      {hasMenus && <td aria-hidden="true" />}
    </tr>
  )
}

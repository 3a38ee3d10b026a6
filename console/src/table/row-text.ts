import { isValidElement, type ReactNode } from 'react'
import { cellOf, type Column } from './columns.ts'

/**
 * The visible text of a row and its id: of each cell its text, or the sort value of cells whose component writes it.
 */
export const rowText = <T>(columns: readonly Column<T>[], row: T, id: string): string =>
  [...columns.map((column) => wordsOf(cellOf(column, row)) || String(column.value?.(row) ?? '')), id].join('\n')

function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return String(node)
  if (Array.isArray(node)) return node.map(wordsOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? wordsOf(node.props.children) : ''
}

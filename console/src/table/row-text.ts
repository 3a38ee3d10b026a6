import { isValidElement, type ReactNode } from 'react'
import { cellOf, type Column } from './columns.ts'

/** What a row shows and its id, in one: of each cell its words, or what it sorts by where its element writes them. */
export const rowText = <T>(columns: readonly Column<T>[], row: T, id: string): string =>
  [...columns.map((column) => wordsOf(cellOf(column, row)) || String(column.value?.(row) ?? '')), id].join('\n')

function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'bigint') return String(node)
  if (Array.isArray(node)) return node.map(wordsOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? wordsOf(node.props.children) : ''
}

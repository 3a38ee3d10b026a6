import { describe, expect, it } from 'vitest'
import type { Column } from './columns.ts'
import { nextSort, sortFromText, sortRows, sortToText } from './sort.ts'

type Row = { name: string; size: number | null; at?: Date }
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, value: (row) => row.name },
  { id: 'size', header: 'Size', cell: (row) => row.size, value: (row) => row.size },
  { id: 'at', header: 'At', cell: () => '', value: (row) => row.at },
  { id: 'note', header: 'Note', cell: () => '' },
]
const rows: Row[] = [
  { name: 'disk-10', size: 2, at: new Date(3) },
  { name: 'disk-2', size: null, at: new Date(1) },
  { name: 'disk-1', size: 30 },
]
const names = (sort?: { column: string; descending: boolean }) => sortRows(rows, columns, sort).map((row) => row.name)

describe('sortRows', () => {
  it('leaves rows alone without a sort, or by a column that has none', () => {
    expect(names()).toEqual(['disk-10', 'disk-2', 'disk-1'])
    expect(names({ column: 'note', descending: true })).toEqual(['disk-10', 'disk-2', 'disk-1'])
  })
  it('orders names as people count', () =>
    expect(names({ column: 'name', descending: false })).toEqual(['disk-1', 'disk-2', 'disk-10']))
  it('orders ids as text', () => {
    const ids = ['12a5', '6e10', '8976', '6c02', 'bc43'].map((start) => `${start}0000-0000-4000-8000-000000000000`)
    const ofIds: Column<string>[] = [{ id: 'id', header: 'ID', cell: String, value: String }]
    const sorted = sortRows(ids, ofIds, { column: 'id', descending: false })
    expect(sorted.map((id) => id.slice(0, 4))).toEqual(['12a5', '6c02', '6e10', '8976', 'bc43'])
  })
  it('orders numbers, missing ones last both ways', () => {
    expect(names({ column: 'size', descending: false })).toEqual(['disk-10', 'disk-1', 'disk-2'])
    expect(names({ column: 'size', descending: true })).toEqual(['disk-1', 'disk-10', 'disk-2'])
  })
  it('orders dates', () => expect(names({ column: 'at', descending: false })).toEqual(['disk-2', 'disk-10', 'disk-1']))
})

it('a press sorts ascending, another descending, another column restarts', () => {
  const first = nextSort(undefined, 'name')
  expect(first).toEqual({ column: 'name', descending: false })
  expect(nextSort(first, 'name')).toEqual({ column: 'name', descending: true })
  expect(nextSort(nextSort(first, 'name'), 'id')).toEqual({ column: 'id', descending: false })
})

it('is written as the API spells it', () => {
  expect(sortToText({ column: 'time_created', descending: true })).toBe('time_created_descending')
  expect(sortFromText('time_created_descending')).toEqual({ column: 'time_created', descending: true })
  expect(sortFromText('name')).toBeUndefined()
  expect(sortFromText(undefined)).toBeUndefined()
})

import { expect, test } from 'vitest'
import type { Column } from './columns.ts'
import { rowText } from './row-text.ts'

const Badge = ({ state }: { state: string }) => <b>{state}</b>
const row = { id: 'c0ffee', name: 'web', size: 4_294_967_296, state: 'running' }
const columns: readonly Column<typeof row>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <a href="/">{name}</a> },
  { id: 'size', header: 'Size', cell: () => '4 GiB', value: ({ size }) => size },
  { id: 'disks', header: 'Disks', cell: () => <span>{1_000_000} disks</span>, value: () => 1_000_000n },
  { id: 'state', header: 'State', cell: ({ state }) => <Badge state={state} />, value: ({ state }) => `is ${state}` },
  { id: 'note', header: 'Note', cell: () => null },
]

test('the text of a row is what it shows, what it sorts by where that is not known, and its id', () => {
  expect(rowText(columns, row, row.id).split('\n')).toEqual([
    'web',
    '4 GiB',
    '1000000 disks',
    'is running',
    '',
    'c0ffee',
  ])
})

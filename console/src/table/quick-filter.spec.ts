import { describe, expect, it } from 'vitest'
import { filterRows, groupsOf, stateGroup } from './quick-filter.ts'

const rows = [
  { name: 'api-1', state: 'running', id: 'aa11' },
  { name: 'API-2', state: 'import_ready', id: 'bb22' },
  { name: 'db', state: 'running', id: 'cc33' },
]
const options = {
  textOf: (row: (typeof rows)[0]) => `${row.name} ${row.id}`,
  groupOf: (row: (typeof rows)[0]) => stateGroup(row.state),
}
const names = (text: string, group: string | null) => filterRows(rows, text, group, options).map((row) => row.name)

describe('filterRows', () => {
  it('keeps all for nothing', () => expect(names(' ', null)).toHaveLength(3))
  it('finds text whatever its case', () => expect(names('api', null)).toEqual(['api-1', 'API-2']))
  it('finds ids', () => expect(names('CC3', null)).toEqual(['db']))
  it('takes text and state together', () => expect(names('api', 'running')).toEqual(['api-1']))
})

it('counts the states present, in words', () =>
  expect(groupsOf(rows, options.groupOf)).toEqual([
    { key: 'running', label: 'Running', tone: 'ok', count: 2 },
    { key: 'import_ready', label: 'Import ready', tone: 'busy', count: 1 },
  ]))

it('puts groups with a rank in its order', () => {
  const rank: Record<string, number> = { import_ready: 0, running: 1 }
  const ranked = groupsOf(rows, (row) => ({ ...stateGroup(row.state), rank: rank[row.state]! }))
  expect(ranked.map(({ key }) => key)).toEqual(['import_ready', 'running'])
})

import { expect, test } from 'vitest'
import { mostOfGroup, rowsOf } from './quick-actions-rows.ts'

const actions = (group: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ group, label: `${group} ${at}` }))

test('groups stand in the order of their first action, and arrow keys count actions alone', () => {
  const { rows, count, left } = rowsOf([...actions('Actions', 1), ...actions('Go up', 1), ...actions('Actions', 1)])
  expect(rows.map((row) => (row.kind === 'heading' ? row.group : row.at))).toEqual(['Actions', 0, 1, 'Go up', 2])
  expect({ count, left }).toEqual({ count: 3, left: 0 })
})

test('a group of thousands shows its first ones, and the groups after it stay in reach', () => {
  const { rows, count, left } = rowsOf([...actions('Projects', 5000), ...actions('Settings', 2)])
  expect(count).toBe(mostOfGroup + 2)
  expect(left).toBe(5000 - mostOfGroup)
  expect(rows.at(-1)).toMatchObject({ group: 'Settings', at: mostOfGroup + 1 })
})

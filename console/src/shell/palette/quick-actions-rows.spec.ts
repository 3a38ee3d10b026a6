import { expect, test } from 'vitest'
import { maxRowsOfGroup, placeOf, rowsOf } from './quick-actions-rows.ts'
import { shapeOf } from './quick-actions.ts'

const actions = (group: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ group, label: `${group} ${at}` }))

test('groups stand in the order of their first action, and arrow keys count actions alone', () => {
  const { rows, count, left } = rowsOf([...actions('Actions', 1), ...actions('Go up', 1), ...actions('Actions', 1)])
  expect(rows.map((row) => (row.kind === 'heading' ? row.group : row.at))).toEqual(['Actions', 0, 1, 'Go up', 2])
  expect({ count, left }).toEqual({ count: 3, left: 0 })
})

test('a group of thousands shows its first ones, and the groups after it stay in reach', () => {
  const { rows, count, left } = rowsOf([...actions('Projects', 5000), ...actions('Settings', 2)])
  expect(count).toBe(maxRowsOfGroup + 2)
  expect(left).toBe(5000 - maxRowsOfGroup)
  expect(rows.at(-1)).toMatchObject({ group: 'Settings', at: maxRowsOfGroup + 1 })
})

test('what was chosen stays so while pages come to offer more, and the first is unless one was', () => {
  const settings = actions('Settings', 2)
  const chosen = { shape: shapeOf(settings[1]!), at: 1 }
  expect(placeOf(chosen, rowsOf(settings))).toBe(1)
  expect(placeOf(chosen, rowsOf([...actions('Projects', 3), ...settings]))).toBe(4)
  expect(placeOf(chosen, rowsOf(actions('Projects', 1)))).toBe(0)
  expect(placeOf(undefined, rowsOf(settings))).toBe(0)
  expect(placeOf(undefined, rowsOf([]))).toBe(-1)
})

test('of actions that look alike each can be chosen', () => {
  const [action] = actions('Go up', 1)
  const twice = rowsOf([action!, action!])
  expect([0, 1].map((at) => placeOf({ shape: shapeOf(action!), at }, twice))).toEqual([0, 1])
})

import { expect, test } from 'vitest'
import { cardPlaces, type Column } from './columns.ts'

const column = (id: string, card?: Column<never>['card']): Column<never> => ({ id, header: id, ...(card && { card }) })
const placesOf = (most: number, ...columns: Column<never>[]) => Object.fromEntries(cardPlaces(columns, most))

test('a card has the name, the state and the first other columns', () => {
  const columns = ['name', 'description', 'cpus', 'state', 'memory', 'time_created'].map((id) => column(id))
  expect(placesOf(3, ...columns)).toEqual({
    name: 'name',
    state: 'state',
    cpus: 'fact',
    memory: 'fact',
    description: 'fact',
    time_created: 'hidden',
  })
  expect(placesOf(0, ...columns)).toMatchObject({ name: 'name', state: 'state', cpus: 'hidden' })
})

test('columns that name their place keep it', () => {
  const columns = [column('name'), column('health', 'state'), column('a', 'hidden'), column('b'), column('c', 'fact')]
  expect(placesOf(1, ...columns)).toEqual({ name: 'name', health: 'state', a: 'hidden', b: 'hidden', c: 'fact' })
})

import { expect, test } from 'vitest'
import { listSearch, type ListSource, sortOf, sortSearch } from './list.ts'

const projects: ListSource<'projectList'> = { method: 'projectList' }

test('only a sort that reads as one, and text, come from the URL', () => {
  expect(listSearch({ sort: 'name_descending', q: 'web', other: 1 })).toEqual({ sort: 'name_descending', q: 'web' })
  expect(listSearch({ sort: 'sideways', q: '' })).toEqual({})
  expect(listSearch({ sort: 7, q: ['x'] })).toEqual({})
})

test('the default sort stays out of the URL, and an id sorts one way', () => {
  expect(sortSearch(projects, { column: 'name', descending: false })).toBeUndefined()
  expect(sortSearch(projects, { column: 'name', descending: true })).toBe('name_descending')
  expect(sortSearch(projects, { column: 'id', descending: true })).toBe('id_ascending')
  expect(sortOf(projects, {})).toEqual({ column: 'name', descending: false })
})

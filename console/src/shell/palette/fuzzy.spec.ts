import { expect, test } from 'vitest'
import { fuzzyFilter, fuzzyScore } from './fuzzy.ts'

const filter = (items: string[], typed: string) => fuzzyFilter(items, typed, (item) => item)

test('letters in their order match, case and spaces aside', () => {
  expect(fuzzyScore('New project', 'np')).not.toBeNull()
  expect(fuzzyScore('New project', 'NEW P')).not.toBeNull()
  expect(fuzzyScore('New project', 'pn')).toBeNull()
})

test('what is typed in one piece comes before what is scattered', () => {
  expect(filter(['priority reset', 'instances', 'Profile'], 'pr')).toEqual(['priority reset', 'Profile'])
  expect(filter(['dashing isles', 'disks'], 'dis')).toEqual(['disks', 'dashing isles'])
})

test('ties keep their order, and nothing typed keeps all', () => {
  expect(filter(['web-2', 'web-1'], 'web')).toEqual(['web-2', 'web-1'])
  expect(filter(['b', 'a'], ' ')).toEqual(['b', 'a'])
})

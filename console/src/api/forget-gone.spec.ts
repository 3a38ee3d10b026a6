import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { forgetGone } from './forget-gone.ts'
import { apiQuery } from './queries.ts'
import { queryClient } from './query-client.ts'

afterEach(() => queryClient.clear())

const view = (disk: string) => apiQuery('diskView', { path: { disk } }, { staleTime: Infinity })
const seed = (disk: string, data: object) => queryClient.setQueryData<unknown>(view(disk).queryKey, data)
const kept = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => Object.values((queryKey[1] as { path: object }).path)[0])

test('the views of a deleted thing are removed, that on screen once it is left', () => {
  seed('one', { id: '1', name: 'one' })
  seed('1', { id: '1', name: 'one' })
  seed('two', { id: '2', name: 'two' })
  const leave = new QueryObserver(queryClient, view('one')).subscribe(() => undefined)
  forgetGone('diskDelete', { path: { disk: '1' } }, null)
  expect(kept()).toEqual(['one', 'two'])
  leave()
  expect(kept()).toEqual(['two'])
})

test('a rename removes the view under the old name only', () => {
  seed('one', { id: '1', name: 'one' })
  seed('1', { id: '1', name: 'one' })
  seed('first', { id: '1', name: 'first' })
  forgetGone('diskDeletionLockUpdate', { path: { disk: '1' } }, { id: '1', name: 'first' })
  expect(kept()).toEqual(['1', 'first'])
})

test('ending a membership removes no view of its thing', () => {
  seed('one', { id: '1', name: 'one' })
  forgetGone('affinityGroupMemberInstanceDelete', { path: { affinityGroup: '9', instance: '1' } }, null)
  expect(kept()).toEqual(['one'])
})

import { expect, test, vi } from 'vitest'
import { ConnectionError } from '~/api/errors.ts'
import { failureOf, readState, refreshOf } from './reads.ts'

const error = new Error('out of order')
const read = (more: object) => ({
  data: undefined as unknown,
  dataUpdatedAt: 0,
  error: null as Error | null,
  isFetching: false,
  refetch: vi.fn<() => Promise<never>>(),
  ...more,
})

test('only what has nothing to show has failed, and only that is asked for again', () => {
  const [fine, kept, failed] = [read({ data: 1 }), read({ data: 1, error }), read({ error })]
  expect(failureOf(fine, kept)).toBeUndefined()
  expect(failureOf(fine, kept, failed)?.error).toBe(error)
  failureOf(fine, kept, failed)?.retry()
  expect([fine, kept, failed].map(({ refetch }) => refetch.mock.calls.length)).toEqual([0, 0, 1])
})

test('what is on screen is stale once a later reading failed, unless the connection is lost, which has a banner', () => {
  const [fine, kept, failed] = [read({ data: 1 }), read({ data: 1, error }), read({ error })]
  const { failure, stale } = readState(fine, kept, failed)
  expect([failure?.error, stale?.error]).toEqual([error, error])
  stale?.retry()
  expect([fine, kept, failed].map(({ refetch }) => refetch.mock.calls.length)).toEqual([0, 1, 0])
  expect(readState(failed).stale).toBeUndefined()
  expect(readState(read({ data: 1, error: new ConnectionError(error) })).stale).toBeUndefined()
})

test('a page is as old as the oldest of its answers, and busy while one of them is read', () => {
  const [one, other] = [
    read({ data: 1, dataUpdatedAt: 5 }),
    read({ data: 1, dataUpdatedAt: 3, isFetching: true, error }),
  ]
  const refresh = refreshOf(one, other)
  expect(refresh).toMatchObject({ updatedAt: 3, busy: true, error })
  refresh.onRefresh()
  expect([one, other].map(({ refetch }) => refetch.mock.calls.length)).toEqual([1, 1])
  expect(refreshOf(read({ data: 1, error: new ConnectionError(error) })).error).toBeUndefined()
})

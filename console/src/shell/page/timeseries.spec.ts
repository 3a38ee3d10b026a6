import { expect, test } from 'vitest'
import { ApiError } from '~/api/errors.ts'
import { isNotAligned } from './timeseries.ts'

test('knows that there was nothing to group by the message, which the place in the query is no part of', () => {
  const failed = (message: string) =>
    new ApiError('timeseriesQuery', {
      type: 'error',
      statusCode: 400,
      headers: new Headers(),
      error: { message, requestId: 'r1', statusCode: 400, position: { line: 1, column: 34 } },
    })
  const error = failed('Input tables to a `group_by` must be aligned')
  expect(isNotAligned(error)).toBe(true)
  expect(error.position).toEqual({ line: 1, column: 34 })
  expect(isNotAligned(failed('a group_by takes one table'))).toBe(false)
})

import { expect, test } from 'vitest'
import { ApiError } from '~/api/errors.ts'
import { isNotAligned } from './timeseries.ts'

test('knows that there was nothing to group by the kind of the error', () => {
  const failed = (kind?: string) =>
    new ApiError('timeseriesQuery', {
      type: 'error',
      statusCode: 400,
      headers: new Headers(),
      error: {
        message: '',
        requestId: 'r1',
        statusCode: 400,
        position: { line: 1, column: 34 },
        ...(kind && { kind }),
      },
    })
  const error = failed('unaligned-table')
  expect(isNotAligned(error)).toBe(true)
  expect(error.position).toEqual({ line: 1, column: 34 })
  expect(isNotAligned(failed())).toBe(false)
})

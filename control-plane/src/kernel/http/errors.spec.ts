import { expect, test } from 'vitest'
import { ApiError } from './errors.ts'

test('an error in other words, or with a cause, has all else that the first one has', () => {
  const more = { cause: new Error('no disk'), headers: { 'retry-after': '5' } }
  const error = new ApiError(503, 'ServiceNotAvailable', 'first', { ...more, position: { line: 1, column: 2 } })
  expect({ ...error.withMessage('other'), message: error.withMessage('other').message }).toEqual({
    ...error,
    message: 'other',
  })
  expect(error.withMessage('other').cause).toBe(more.cause)
  expect({ ...error.because('a bound') }).toEqual({ ...error })
  expect(error.because('a bound')).toMatchObject({ message: 'first', cause: 'a bound' })
})

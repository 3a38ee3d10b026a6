import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Result } from './client.ts'
import { ApiError, errorMessage, hasStatus, logError } from './errors.ts'
import type { Operation } from './routes.ts'

type Failure = Exclude<Result<unknown>, { type: 'success' }>

const failure = (statusCode: number, message: string, errorCode?: string, about: object = {}): Failure => ({
  type: 'error',
  statusCode,
  headers: new Headers(),
  error: { message, requestId: 'r1', statusCode, ...(errorCode && { errorCode }), ...about },
})
const unreadable: Failure = {
  type: 'clientError',
  statusCode: 502,
  headers: new Headers({ 'x-request-id': 'r2' }),
  error: new Error('Error reading API response'),
  text: '<html>',
}

test.each<[Operation, Failure, string]>([
  ['diskCreate', failure(403, 'Forbidden', 'Forbidden'), 'Action not authorized'],
  ['diskView', failure(404, 'not found: disk with name "d"', 'ObjectNotFound'), 'Not found: disk with name "d"'],
  ['instanceCreate', failure(400, 'taken', 'ObjectAlreadyExists', { kind: 'disk' }), 'Disk name already exists'],
  [
    'vpcSubnetCreate',
    failure(400, '', 'ObjectAlreadyExists', { kind: 'vpc-subnet' }),
    'Vpc subnet name already exists',
  ],
  ['projectUpdate', failure(400, 'taken', 'ObjectAlreadyExists'), 'Name already exists'],
  [
    'diskCreate',
    failure(400, 'unable to parse: size', undefined, { field: 'size', reason: 'must be an integer' }),
    'Size: must be an integer',
  ],
  ['diskCreate', failure(409, 'instance is not stopped', 'Conflict'), 'instance is not stopped'],
  ['diskCreate', failure(500, ''), 'Unknown server error'],
  ['diskList', unreadable, 'Error reading API response'],
])('%s: %# is worded', (operation, given, message) => {
  expect(errorMessage(operation, given)).toBe(message)
})

describe('an ApiError', () => {
  test('carries what it is known by', () => {
    const error = new ApiError('diskView', failure(404, 'not found: disk', 'ObjectNotFound'))
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      operation: 'diskView',
      statusCode: 404,
      errorCode: 'ObjectNotFound',
      requestId: 'r1',
    })
    expect(hasStatus(error, 404)).toBe(true)
    expect(hasStatus(error, 403)).toBe(false)
    expect(hasStatus(new Error('x'), 404)).toBe(false)
  })

  test('knows the request from the header where the body is unreadable', () => {
    expect(new ApiError('diskList', unreadable)).toMatchObject({ statusCode: 502, requestId: 'r2' })
  })
})

describe('the log', () => {
  afterEach(() => vi.restoreAllMocks())
  const error = new ApiError('diskView', failure(404, 'not found: disk', 'ObjectNotFound'))
  const details = { errorCode: 'ObjectNotFound', statusCode: 404, requestId: 'r1' }

  test('has unexpected errors as errors', () => {
    const spy = vi.spyOn(console, 'error').mockReturnValue()
    logError(error)
    expect(spy).toHaveBeenCalledExactlyOnceWith('diskView: Not found: disk', details)
  })

  test('has expected ones as information', () => {
    const spy = vi.spyOn(console, 'info').mockReturnValue()
    logError(error, 'it may be deleted')
    expect(spy).toHaveBeenCalledExactlyOnceWith('diskView: Not found: disk (expected: it may be deleted)', details)
  })
})

test('an error says what it is about', () => {
  const about = { field: 'disks[0].name', reason: 'is taken', kind: 'disk', selector: 'data' }
  expect(new ApiError('instanceCreate', failure(400, 'taken', 'ObjectAlreadyExists', about))).toMatchObject(about)
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Result } from './client.ts'
import { ApiError, errorMessage, hasStatus, logError } from './errors.ts'
import type { Operation } from './routes.ts'

type Failure = Exclude<Result<unknown>, { type: 'success' }>

const failure = (statusCode: number, message: string, errorCode?: string): Failure => ({
  type: 'error',
  statusCode,
  headers: new Headers(),
  error: { message, requestId: 'r1', statusCode, ...(errorCode && { errorCode }) },
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
  ['diskCreate', failure(400, 'already exists: disk "d"', 'ObjectAlreadyExists'), 'Disk name already exists'],
  [
    'vpcSubnetCreate',
    failure(400, 'already exists: vpc-subnet "s"', 'ObjectAlreadyExists'),
    'Vpc subnet name already exists',
  ],
  ['instanceCreate', failure(400, 'already exists: disk "d"', 'ObjectAlreadyExists'), 'Disk name already exists'],
  ['vpcSubnetCreate', failure(400, 'taken', 'ObjectAlreadyExists'), 'Subnet name already exists'],
  ['projectCreate', failure(400, '', 'ObjectAlreadyExists'), 'Project name already exists'],
  ['projectUpdate', failure(400, 'taken', 'ObjectAlreadyExists'), 'Name already exists'],
  [
    'diskCreate',
    failure(400, 'unable to parse JSON body: size: must be an integer at line 1 column 20'),
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

test('an error says of which kind the thing is whose name is taken, whatever the words', () => {
  const taken = (message: string) => new ApiError('instanceCreate', failure(400, message, 'ObjectAlreadyExists'))
  expect(taken('already exists: disk "data"').takenKind).toBe('disk')
  expect(taken('already exists: instance "web"').takenKind).toBe('instance')
  expect(new ApiError('instanceCreate', failure(404, 'not found: disk "data"', 'ObjectNotFound')).takenKind).toBe(
    undefined,
  )
})

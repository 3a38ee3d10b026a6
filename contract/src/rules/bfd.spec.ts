import { expect, test } from 'vitest'
import { sessionProblem } from './bfd.ts'

test('a session is between two addresses of one family', () => {
  expect(sessionProblem('192.0.2.1', '192.0.2.2')).toBeUndefined()
  expect(sessionProblem('fd00::1', 'fd00::2')).toBeUndefined()
  expect(sessionProblem('192.0.2.1', 'fd00::2')).toBe('Local and remote address must both be IPv4 or both IPv6')
  expect(sessionProblem('fd00::1', 'FD00:0::1')).toBe('Local and remote address must differ')
})

import { describe, expect, it } from 'vitest'
import { icmpCodesProblem, icmpTypeProblem, portsProblem } from './firewall.ts'

describe('ports', () => {
  it.each(['1', '22', '65535', '1-65535', '80-80', '00080'])('takes %j', (text) =>
    expect(portsProblem(text)).toBeUndefined(),
  )
  const form = 'Must be a port or a range of ports, such as 80 or 8000-8100'
  it.each([
    ['', form],
    ['http', form],
    ['80-', form],
    ['-80', form],
    ['80-90-100', form],
    ['123456', form],
    ['0', 'Port must be at least 1'],
    ['0-80', 'Port must be at least 1'],
    ['65536', 'Port must be at most 65535'],
    ['99999', 'Port must be at most 65535'],
    ['90-80', 'The end of a range must not be lower than its start'],
  ])('%j: %s', (text, message) => expect(portsProblem(text)).toBe(message))
})

describe('ICMP', () => {
  it.each(['0', '8', '255'])('takes type %j', (text) => expect(icmpTypeProblem(text)).toBeUndefined())
  it.each(['', '256', '-1', '1.5', 'echo'])('refuses type %j', (text) =>
    expect(icmpTypeProblem(text)).toBe('ICMP type must be a number from 0 to 255'),
  )
  it.each(['0', '255', '0-255', '3-3'])('takes code %j', (text) => expect(icmpCodesProblem(text)).toBeUndefined())
  it.each([
    ['', 'Must be an ICMP code or a range of codes, such as 1 or 0-5'],
    ['0–5', 'Must be an ICMP code or a range of codes, such as 1 or 0-5'],
    ['256', 'ICMP code must be at most 255'],
    ['0-256', 'ICMP code must be at most 255'],
    ['4-1', 'The end of a range must not be lower than its start'],
  ])('code %j: %s', (text, message) => expect(icmpCodesProblem(text)).toBe(message))
})

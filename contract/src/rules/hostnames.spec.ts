import { expect, test } from 'vitest'
import { hostnameProblem } from './hostnames.ts'

const label = 'a'.repeat(63)

test.each([
  'web',
  'Web-1.example.org',
  '3com',
  '1.example',
  '0xyz',
  'localhost.example',
  'localhost1',
  `${label}.${label}`,
])('%s names a machine', (name) => expect(hostnameProblem(name)).toBeUndefined())

test.each([
  ['', 'labels'],
  ['-web', 'labels'],
  ['web-', 'labels'],
  ['a..b', 'labels'],
  ['web.', 'labels'],
  ['a_b', 'labels'],
  [`${label}b`, 'at most 63'],
  [`web.${'a'.repeat(200)}.org`, 'at most 63'],
  [`${'a.'.repeat(126)}ab`, 'at most 253'],
  ['10.0.0.5', 'IP address'],
  ['web.5', 'IP address'],
  ['123', 'IP address'],
  ['0x7F', 'IP address'],
  ['LocalHost', 'localhost'],
  ['web.localhost', 'localhost'],
])('%s does not: %s', (name, why) => expect(hostnameProblem(name)).toContain(why))

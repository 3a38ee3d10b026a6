import { expect, test } from 'vitest'
import { fullText, poolText } from './pool-options.ts'

const none = { allocated: '0', capacity: '0' }
const pool = (allocated: number, capacity: number, description = '') => ({
  description,
  utilization: { ipv4: { allocated, capacity }, ipv6: none },
})

test.each([
  [pool(16, 16), '0 of 16 free'],
  [pool(2, 16, 'Of the office'), '14 of 16 free · Of the office'],
  [pool(0, 0), 'No addresses'],
  [{ description: 'Not counted by the server' }, 'Not counted by the server'],
  [{ description: '' }, undefined],
])('a pool as a choice %j: %s', (choice, text) => expect(poolText(choice)).toBe(text))

test('a pool without a free address cannot be chosen for a new one', () => {
  expect(fullText(pool(16, 16))).toBe('No address is left: 0 of 16 free')
  expect(fullText(pool(15, 16))).toBe(false)
  expect(fullText({})).toBe(undefined)
})

import { expect, test } from 'vitest'
import { Rising } from './qemu-samples.ts'

test('a counter that falls keeps its value, unless it has started again', () => {
  const rising = new Rising()
  const values = (startedAt: number, value: bigint, id = 'a') =>
    rising.continued([{ series: 'virtual_machine:reset', fields: { id }, startedAt, value }]).map((one) => one.value)
  expect(values(1, 7n)).toEqual([7n])
  expect(values(1, 5n)).toEqual([7n])
  expect(values(1, 8n)).toEqual([8n])
  expect(values(2, 3n)).toEqual([3n])
  expect(values(2, 1n, 'b')).toEqual([1n])
})

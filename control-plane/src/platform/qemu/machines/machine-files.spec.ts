import { expect, test } from 'vitest'
import { fitsSockets } from './machine-files.ts'

const longestThatFits = (withPasst: boolean) => {
  let length = 1
  while (fitsSockets('/'.padEnd(length + 1, 'x'), withPasst)) length++
  return length
}

test('a folder of machines may have a path of 53 bytes, with passt of 47', () => {
  expect(longestThatFits(false)).toBe(53)
  expect(longestThatFits(true)).toBe(47)
})

test('bytes count, not characters', () => {
  expect(fitsSockets(`/${'é'.repeat(26)}`, false)).toBe(true)
  expect(fitsSockets(`/${'é'.repeat(27)}`, false)).toBe(false)
})

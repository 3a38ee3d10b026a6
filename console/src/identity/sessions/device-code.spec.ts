import { expect, test } from 'vitest'
import { codeOf, lettersIn } from './device-code.ts'

test.each([
  ['abc-defgh', 'ABCDEFGH'],
  [' bcd-12fghjk\n', 'BCDFGHJK'],
  ['ABC-DEFGHIJKL', 'ABCDEFGH'],
  ['é7', ''],
])('the letters of %j are %j', (text, letters) => expect(lettersIn(text)).toBe(letters))

test('a code is sent with a dash after the third letter', () => expect(codeOf('ABCDEFGH')).toBe('ABC-DEFGH'))

import { expect, test } from 'vitest'
import { md5KeyProblem } from './md5-keys.ts'

test('an MD5 key is 1 to 80 printable ASCII characters', () => {
  for (const key of ['k', 'two words ~', 'x'.repeat(80)]) expect(md5KeyProblem(key)).toBeUndefined()
  for (const key of ['', 'x'.repeat(81), 'naïve', 'tab\t', 'line\n', '\u0000'])
    expect(md5KeyProblem(key)).toBe('must be 1 to 80 printable ASCII characters')
})

import { expect, it } from 'vitest'
import { fromBase64 } from './base64.ts'

it.each([
  ['', []],
  ['AQ==', [1]],
  ['AQI=', [1, 2]],
  ['AQID', [1, 2, 3]],
  ['+/+/', [251, 255, 191]],
])('reads %j', (text, bytes) => expect([...(fromBase64(text) ?? [-1])]).toEqual(bytes))

it.each(['A', 'AQ', 'AQI', 'A===', 'AQ=A', 'A$ID', 'AQ==AQID', 'AQ\nID', ' AQI', 'AQIé', '===='])(
  'refuses %j',
  (text) => expect(fromBase64(text)).toBeUndefined(),
)

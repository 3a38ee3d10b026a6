import { describe, expect, it } from 'vitest'
import { placeOfSyntaxError, placeOfValue } from './json-places.ts'

describe('places in JSON', () => {
  it('says where a text stops being JSON', () => {
    expect(placeOfSyntaxError('{\n  "a": 1,\n  "b" 2\n}')).toEqual({ line: 3, column: 7 })
  })

  it('says where a value stands, and where what is missing should', () => {
    const text = '{\n  "disk_source": {\n    "type": "blank"\n  }\n}'
    expect(placeOfValue(text, ['disk_source', 'type'])).toEqual({ line: 3, column: 13 })
    expect(placeOfValue(text, ['disk_source', 'block_size'])).toEqual({ line: 2, column: 18 })
    expect(placeOfValue(text, ['size'])).toEqual({ line: 1, column: 1 })
  })
})

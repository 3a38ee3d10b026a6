import { describe, expect, it } from 'vitest'
import { ApiError } from './errors.ts'
import { byteRangeOf } from './ranges.ts'

const content = { size: 10, tag: 'ten' }
const of = (range: string | null, ifRange: string | null = null, size = 10) =>
  byteRangeOf({ range, ifRange }, { ...content, size })

const refusal = (work: () => unknown): ApiError => {
  try {
    work()
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('not refused')
}

describe('a range of bytes', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=2-5', 2, 5],
    ['bytes=2-', 2, 9],
    ['bytes=2-400', 2, 9],
    ['bytes=-3', 7, 9],
    ['bytes=-400', 0, 9],
    ['Bytes=9-9', 9, 9],
  ])('%s', (text, first, last) => expect(of(text)).toEqual({ first, last }))

  it.each([null, 'lines=1-2', ''])('none in %s', (text) => expect(of(text)).toBeUndefined())

  it.each(['bytes=0-1,4-5', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-2', 'bytes=1--2'])('refused: %s', (text) =>
    expect(refusal(() => of(text))).toMatchObject({ status: 400, code: 'InvalidRequest' }),
  )

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999999999999-'])('not satisfiable: %s', (text) =>
    expect(refusal(() => of(text))).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */10' } }),
  )

  it('of empty content is not satisfiable', () =>
    expect(refusal(() => of('bytes=0-', null, 0))).toMatchObject({ headers: { 'content-range': 'bytes */0' } }))

  it('is ignored if the client has other bytes (If-Range)', () => {
    expect(of('bytes=2-5', '"ten"')).toEqual({ first: 2, last: 5 })
    expect(of('bytes=2-5', '"other"')).toBeUndefined()
    expect(of('bytes=2-5', 'W/"ten"')).toBeUndefined()
    expect(of('bytes=10-', 'Sat, 01 Jan 2026 00:00:00 GMT')).toBeUndefined()
  })
})

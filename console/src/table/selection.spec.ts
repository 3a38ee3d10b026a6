import { describe, expect, it } from 'vitest'
import { allToggled, inView, nothing, toggled } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const ids = (selected: { ids: ReadonlySet<string> }) => [...selected.ids].toSorted().join('')

describe('toggled', () => {
  it('turns a row on and off', () => {
    const on = toggled(nothing, 'b', order)
    expect(ids(on)).toBe('b')
    expect(ids(toggled(on, 'b', order))).toBe('')
  })
  it('fills a range downwards and upwards', () => {
    expect(ids(toggled(toggled(nothing, 'b', order), 'd', order, true))).toBe('bcd')
    expect(ids(toggled(toggled(nothing, 'd', order), 'b', order, true))).toBe('bcd')
  })
  it('empties a range where its end was selected', () => {
    const all = allToggled(nothing, order)
    expect(ids(toggled(toggled(all, 'b', order), 'd', order, true))).toBe('ae')
  })
  it('is a plain toggle without a row to begin at', () => expect(ids(toggled(nothing, 'c', order, true))).toBe('c'))
  it('takes the order of the screen', () =>
    expect(ids(toggled(toggled(nothing, 'a', order), 'e', ['a', 'e', 'b', 'c', 'd'], true))).toBe('ae'))
})

describe('allToggled', () => {
  it('selects the rest, then none', () => {
    const all = allToggled(toggled(nothing, 'b', order), order)
    expect(ids(all)).toBe('abcde')
    expect(ids(allToggled(all, order))).toBe('')
  })
})

describe('inView', () => {
  const some = toggled(toggled(nothing, 'b', order), 'd', order)
  it('is the same while nothing leaves', () => expect(inView(some, order)).toBe(some))
  it('drops what left, and a range cannot begin there', () => {
    const left = inView(some, ['a', 'b', 'c'])
    expect(ids(left)).toBe('b')
    expect(left.anchor).toBeNull()
  })
  it('does not bring back what returns', () => expect(ids(inView(inView(some, ['a']), order))).toBe(''))
})

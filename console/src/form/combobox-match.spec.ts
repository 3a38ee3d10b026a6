import { describe, expect, it } from 'vitest'
import { matching, offered } from './combobox-match.ts'

const items = ['web server', 'DB-1', 'webserver 2', 'cache'].map((label) => ({ value: label, label }))
const labels = (list: readonly { label: string }[]) => list.map((item) => item.label)

describe('matching', () => {
  it('ignores case and spaces on both sides', () =>
    expect(labels(matching(items, 'WEB S'))).toEqual(['web server', 'webserver 2']))
  it('keeps order', () => expect(labels(matching(items, 'e'))).toEqual(['web server', 'webserver 2', 'cache']))
  it('offers everything for nothing', () => expect(matching(items, '  ')).toHaveLength(4))
  it('offers nothing for what is not there', () => expect(matching(items, 'zebra')).toHaveLength(0))
})

describe('offered', () => {
  it('ends with the text itself where free values are taken', () =>
    expect(offered(items, 'db', true)).toEqual([items[1], { value: 'db', label: 'Custom: db' }]))
  it('does not offer what the list has', () => expect(offered(items, 'cache', true)).toEqual([items[3]]))
  it('offers no empty value', () => expect(labels(offered(items, ' ', true))).not.toContain('Custom: '))
  it('takes none unless told', () => expect(offered(items, 'zebra', false)).toEqual([]))
})

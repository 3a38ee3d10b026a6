import { expect, test } from 'vitest'
import { complete } from './completion.ts'
import { projectSeries } from './known-series.ts'

/** Options at the bar of a text. */
const at = (text: string) => {
  const caret = text.indexOf('¦')
  return complete(text.replace('¦', ''), caret, projectSeries)
}

test('begins with get, and goes on with operations', () => {
  expect(at('¦').options).toEqual(['get '])
  expect(at('{ get a:b; ¦').options).toEqual(['get '])
  expect(at('get a:b | ¦').options).toContain('filter ')
  expect(at('get a:b | gr¦')).toEqual({ from: 10, to: 12, options: ['group_by ['] })
  expect(at('get a:b ¦').options).toEqual([])
})

test('knows timeseries by any part of their names', () => {
  expect(at('get vcpu¦').options).toEqual(['virtual_machine:vcpu_usage'])
  expect(at('get virtual_disk:re¦').options).toEqual(['virtual_disk:reads'])
})

test('knows the fields of what the query reads', () => {
  expect(at('get virtual_machine:vcpu_usage | filter ¦').options).toEqual(
    expect.arrayContaining(['timestamp', 'datum', 'state', 'vcpu_id']),
  )
  expect(at('get virtual_machine:vcpu_usage | filter ¦').options).not.toContain('disk_id')
  expect(at('get virtual_disk:reads | filter timestamp > @now() - 1h && disk¦').options).toEqual(['disk_id'])
  expect(at('get virtual_disk:reads | align mean_within(1m) | group_by [¦').options).toContain('disk_id')
  expect(at('get virtual_disk:reads | align mean_within(1m) | group_by [disk_id], ¦').options).toEqual(['mean', 'sum'])
})

test('is silent in strings, and where a word is whole', () => {
  expect(at('get virtual_machine:vcpu_usage | filter state == "r¦').options).toEqual([])
  expect(at(String.raw`get a:b | filter x == "\"¦`).options).toEqual([])
  expect(at('get virtual_machine:vcpu_usage¦').options).toEqual([])
})

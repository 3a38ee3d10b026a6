import { describe, expect, it } from 'vitest'
import { PageTokens } from './paging.ts'

const tokens = new PageTokens(new Uint8Array(32).fill(7))
const state = { query: { project: 'web', sort_by: 'name_descending' }, last: ['zebra'] }

describe('page tokens', () => {
  it('contain the parameters of the first page', () => {
    const token = tokens.write('disk_list', state)
    expect(token).toMatch(/^[\w-]+$/)
    expect(tokens.read('disk_list', token)).toEqual(state)
  })

  it('fit in 512 characters with the longest names', () => {
    const long = 'a'.repeat(63)
    const query = { project: long, vpc: long, gateway: long, sort_by: 'name_descending' }
    expect(tokens.write('internet_gateway_ip_address_list', { query, last: [long] }).length).toBeLessThanOrEqual(512)
  })

  it.each([
    ['another operation', (token: string) => ['instance_list', token]],
    [
      'an altered character',
      (token: string) => ['disk_list', token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.at(-1)],
    ],
    ['a shortened token', (token: string) => ['disk_list', token.slice(0, 10)]],
    ['what is no base64', () => ['disk_list', '***']],
    ['nothing', () => ['disk_list', '']],
    ['a token that is too long', () => ['disk_list', 'A'.repeat(513)]],
  ])('refuse %s', (_, change) => {
    const [operation = '', token = ''] = change(tokens.write('disk_list', state))
    expect(() => tokens.read(operation, token)).toThrow(
      /^unable to parse query string: failed to parse pagination token: ./,
    )
  })

  it('are refused with another key', () => {
    const other = new PageTokens(new Uint8Array(32).fill(8)).write('disk_list', state)
    expect(() => tokens.read('disk_list', other)).toThrow(/not a token of this list/)
  })
})

import { describe, expect, it } from 'vitest'
import { shellQuote, toCommand, toCurl } from './copy-as.ts'
import { snakeCase } from './format/case.ts'

const create = {
  operation: 'diskCreate',
  method: 'post',
  path: '/v1/disks',
  query: { project: 'tide-tables', pageToken: undefined },
  body: {
    name: 'pg',
    description: "it's",
    size: 1024,
    diskBackend: { type: 'distributed', diskSource: { blockSize: 512 } },
  },
}

describe('curl', () => {
  it('writes the request as the wire has it', () =>
    expect(toCurl(create)).toBe(
      [
        `curl -X POST "$SKERRY_HOST"'/v1/disks?project=tide-tables' \\`,
        `  -H "Authorization: Bearer $SKERRY_TOKEN" \\`,
        `  -H 'Content-Type: application/json' \\`,
        String.raw`  -d '{"name":"pg","description":"it'\''s","size":1024,"disk_backend":{"type":"distributed","disk_source":{"block_size":512}}}'`,
      ].join('\n'),
    ))

  it('fills and escapes path parameters', () =>
    expect(toCurl({ operation: 'disk_view', method: 'get', path: '/v1/disks/{disk}', params: { disk: 'a/b c' } })).toBe(
      'curl "$SKERRY_HOST"/v1/disks/a%2Fb%20c \\\n  -H "Authorization: Bearer $SKERRY_TOKEN"',
    ))

  it('repeats arrays and skips empty values', () =>
    expect(
      toCurl({ operation: 'x', method: 'get', path: '/x', query: { id: ['a', 'b'], none: null, empty: '' } }),
    ).toContain(`'/x?id=a&id=b'`))

  it('never writes a secret', () => {
    const text = toCurl({
      ...create,
      body: { password: 'hunter2', idp: { privateKey: 'k3y' } },
      secrets: ['password', 'privateKey'],
    })
    expect(text).toContain('{"password":"<password>","idp":{"private_key":"<private_key>"}}')
    expect(text).not.toMatch(/hunter2|k3y/)
  })
})

describe('command', () => {
  it('takes its words from the operation and a flag from each value', () =>
    expect(toCommand({ ...create, body: { name: 'pg', size: 1024, start: false, source: { type: 'blank' } } })).toBe(
      `skerry disk create --project tide-tables --name pg --size 1024 --start false --source '{"type":"blank"}'`,
    ))
  it('repeats a flag for each item of a list', () =>
    expect(toCommand({ operation: 'x_y', method: 'post', path: '/', body: { sshKeys: ['a', 'b'] } }, 'cloud')).toBe(
      'cloud x y --ssh-keys a --ssh-keys b',
    ))
  it('has the parts of the path as flags', () =>
    expect(
      toCommand({
        operation: 'instance_serial_console',
        method: 'get',
        path: '/v1/instances/{instance}/serial-console',
        params: { instance: 'db1' },
        query: { project: 'web' },
      }),
    ).toBe('skerry instance serial console --instance db1 --project web'))
})

it.each([
  ['', `''`],
  ['plain-1.2/x', 'plain-1.2/x'],
  ['a b', `'a b'`],
  ['$HOME `id` "q" \\', `'$HOME \`id\` "q" \\'`],
  [`it's`, String.raw`'it'\''s'`],
  ['~', `'~'`],
  ['a\nb', `'a\nb'`],
])('%j is quoted as %s', (text, quoted) => expect(shellQuote(text)).toBe(quoted))

it('camelCase becomes snake_case', () => expect(snakeCase('ipPoolRangeAdd')).toBe('ip_pool_range_add'))

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Attributes, blockText, comment, Reference } from './hcl.ts'
import { parseCode } from './parse.kit.ts'

const argumentsOf = async (attributes: Attributes) =>
  (await parseCode(blockText({ head: ['resource', 'a', 'b'], attributes }))).resource!['a']!['b']![0]

describe('strings', () => {
  it.each([
    'plain',
    '',
    'a "quoted" word',
    String.raw`back\slash \n \u0041`,
    'lines\nand\r\nmore\n',
    '\ttab and \u0000 \u0007 \u001f \u007f \u0085 \u2028 \ufeff',
    '${var.x} %{ if true }x%{ endif } $${y} %%{z} $$${z} ${',
    'price: 5$ {x} 5 % {y}',
    'größe 東京 🙂 \u200b',
    '<<EOT\nx\nEOT',
    '# no comment // nor this /* nor this */',
  ])('%j is read as it is', async (text) => expect(await argumentsOf({ text })).toEqual({ text }))

  it('any text is read as it is, in Unicode normal form C', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '${', '%{', '"', '\\', '\n'),
        async (text, part) => {
          const whole = `${text}${part}${text}`
          expect(await argumentsOf({ whole, list: [whole, { whole }] })).toEqual({
            whole: whole.normalize('NFC'),
            list: [whole.normalize('NFC'), { whole: whole.normalize('NFC') }],
          })
        },
      ),
      { numRuns: 300 },
    ))

  it('half of a surrogate pair becomes the replacement character', async () =>
    expect(await argumentsOf({ text: 'a\ud800b' })).toEqual({ text: 'a\ufffdb' }))
})

it('any structure is read as it is', () => {
  const key = fc.oneof(fc.stringMatching(/^[a-z_][\w-]{0,8}$/), fc.constantFrom('a b', 'é', '1', '${x}', '"'))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))
  return fc.assert(
    fc.asyncProperty(value, async (each) => {
      const read = await argumentsOf({ each: each as never, next: 1 })
      expect(read).toEqual({ each: JSON.parse(JSON.stringify(each).normalize('NFC')), next: 1 })
    }),
    { numRuns: 300 },
  )
})

it('names that HCL has a meaning for are read as names', async () => {
  const value = { for: { a: 1, b: 2, c: 3 }, null: 1, true: 2, if: 3, 'a-b': 4 }
  expect(await parseCode(blockText({ head: ['locals'], attributes: { value } }))).toEqual({ locals: [{ value }] })
})

it('no comment ends early', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const code = `${comment(`${text}\nresource "x" "y" {}\r\u2028}`)}\n${blockText({ head: ['import'], attributes: { id: 'a' } })}`
      expect(await parseCode(code)).toEqual({ import: [{ id: 'a' }] })
    }),
    { numRuns: 200 },
  )
})

it('has the layout of terraform fmt', () =>
  expect(
    blockText({
      notes: ['One\ntwo'],
      head: ['resource', 'x_thing', 'a'],
      attributes: {
        name: 'a',
        description: 'b',
        skipped: undefined,
        none: null,
        size: 2n ** 60n,
        other: new Reference('x_thing.b.id'),
        flat: [{ type: 'ip', value: '10.0.0.1' }],
        deep: [{ name: 'c', list: [1, 2], nested: { a: 1, b: 2, c: 3 } }],
        empty: [],
        nothing: {},
        on: true,
      },
      ignored: ['name'],
    }),
  ).toBe(`# One
# two
resource "x_thing" "a" {
  name        = "a"
  description = "b"
  none        = null
  size        = 1152921504606846976
  other       = x_thing.b.id
  flat        = [{ type = "ip", value = "10.0.0.1" }]
  deep = [
    {
      name = "c"
      list = [1, 2]
      nested = {
        a = 1
        b = 2
        c = 3
      }
    },
  ]
  empty   = []
  nothing = {}
  on      = true

  lifecycle {
    ignore_changes = [name]
  }
}`))

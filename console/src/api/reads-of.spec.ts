import { expect, test } from 'vitest'
import { routes as ofUsers } from './operations.gen.ts'
import { operatorRoutes } from './operator-routes.gen.ts'
import { readsOf } from './reads-of.ts'

const operations = new Set(Object.keys({ ...ofUsers, ...operatorRoutes }))

/** Queries that no change makes out of date, by the beginning of their key. */
const readOnce = [
  // Read again whenever it is shown, and after each deletion that it offers.
  'projectDelete',
  // A suggestion for a form: another one must not replace what was typed.
  'imageBehind',
  // Of this browser's storage.
  'unfinished uploads',
]

/** Reads that a query leaves out: their changes alone are not worth a reading. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  '../network/vpcs/deletion.ts': ['vpcSubnetList', 'instanceView'],
}

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.spec.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** From an opening bracket to its closing one. */
function bracketed(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('{[('.includes(text[at]!)) depth++
    else if ('}])'.includes(text[at]!) && --depth === 0) return text.slice(from, at + 1)
  }
  throw new Error('A bracket is not closed')
}

/** The objects with a key written by hand. */
const handMade = Object.entries(sources).flatMap(([file, text]) =>
  [...text.matchAll(/queryKey: \['/g)].map(({ index }) => {
    const options = bracketed(text, text.lastIndexOf('{', index))
    const literals = (part: string) => [...part.matchAll(/'(\w[\w ]*)'/g)].map(([, literal]) => literal!)
    const key = literals(options.slice(options.indexOf('queryKey')))[0]!
    const declared = /reads: \[([^\]]*)\]/.exec(options)
    const reads = declared ? literals(declared[1]!) : [key]
    return { file, key, reads, named: literals(options).filter((literal) => operations.has(literal)) }
  }),
)

test('the queries with keys of their own are found', () => expect(handMade.length).toBeGreaterThan(10))

test('a query with a key of its own names every operation that it reads', () => {
  for (const { file, key, reads, named } of handMade.filter((each) => !readOnce.includes(each.key))) {
    expect(
      reads.filter((read) => !operations.has(read)),
      `${file}: ${key}`,
    ).toEqual([])
    const known = [key, ...reads, ...(leftOut[file] ?? [])]
    expect(
      named.filter((read) => !known.includes(read)),
      `${file}: ${key}`,
    ).toEqual([])
  }
})

test('a query is made of the operations that it names, or of that of its key', () => {
  expect(readsOf({ queryKey: ['diskList', {}], meta: undefined })).toEqual(['diskList'])
  expect(readsOf({ queryKey: ['vpcView', {}, 'topology'], meta: { reads: ['instanceList'] } })).toEqual([
    'instanceList',
  ])
})

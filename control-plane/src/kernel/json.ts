import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'

// Integers past 2^53 are written digit for digit. A toJSON on the prototype costs nothing where there are none,
// unlike a replacer, which is called for every value.
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint) {
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.toString())
  },
  writable: true,
  configurable: true,
})

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const exactIntegers: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source) ? BigInt(source) : value

/** JSON text as a value; integers past 2^53 as bigint. Throws SyntaxError. */
export const parseJson = (text: string): unknown =>
  // A reviver visits every value: worth it only where a number could be that long.
  /\d{16}/.test(text)
    ? JSON.parse(text, exactIntegers as (key: string, value: unknown) => unknown)
    : JSON.parse(text)

export interface Place {
  line: number
  column: number
}

const placeOf = (text: string, offset: number): Place => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Where a JSON text stops being JSON. */
export function placeOfSyntaxError(text: string): Place {
  const errors: { offset: number }[] = []
  parseTree(text, errors as never[], { disallowComments: true })
  return placeOf(text, errors[0]?.offset ?? text.length)
}

/** Where the value at a path stands, or the nearest value around it when the path itself is missing. */
export function placeOfValue(text: string, path: readonly PropertyKey[]): Place {
  const root = parseTree(text)
  let node: Node | undefined
  for (let depth = path.length; root && !node && depth >= 0; depth--)
    node = findNodeAtLocation(root, path.slice(0, depth) as (string | number)[])
  return placeOf(text, node?.offset ?? 0)
}

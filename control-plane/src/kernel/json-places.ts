import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'

export interface Place {
  line: number
  column: number
}

const placeOf = (text: string, offset: number): Place => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** How deep and how full a body may be: more than any request needs, and little enough to take apart. */
export const MAX_DEPTH = 128
export const MAX_VALUES = 100_000

/** Where a JSON text goes beyond these limits, and which one; found without taking it apart. */
export function placeBeyondLimits(text: string): (Place & { why: string }) | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    else if (char === ',') values++
    if (depth > MAX_DEPTH) return { ...placeOf(text, at), why: `nested deeper than ${MAX_DEPTH} levels` }
    if (values >= MAX_VALUES) return { ...placeOf(text, at), why: `more than ${MAX_VALUES} values` }
  }
  return undefined
}

/** The offset of the quote that ends the string which begins at `start`; the text's end when none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text[before - 1] === '\\') before--
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

/**
 * The path of the first text that PostgreSQL could not hold as it is: with a NUL, or with half of a surrogate pair.
 * @param value as deep as a JSON text within the limits
 */
export function pathOfUnstorable(value: unknown): PropertyKey[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = pathOfUnstorable(key) ?? pathOfUnstorable(inner)
    if (path) return [Array.isArray(value) ? Number(key) : key, ...path]
  }
  return undefined
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
  if (!root) return { line: 1, column: 1 }
  const nearest = (upTo: readonly PropertyKey[]): Node =>
    findNodeAtLocation(root, upTo as (string | number)[]) ?? nearest(upTo.slice(0, -1))
  return placeOf(text, nearest(path).offset)
}

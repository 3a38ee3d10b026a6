import { type JSONPath, visit } from 'jsonc-parser'
import type { Position } from './errors.ts'

const positionOf = (text: string, offset: number): Position => {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Limits of a body's nesting and number of values, unless its operation needs more. */
const MAX_DEPTH = 128
export const MAX_VALUES = 10_000

/** The position where a JSON text exceeds these limits, and the reason; one pass without allocations. */
export function positionBeyondLimits(text: string, maxValues = MAX_VALUES): (Position & { why: string }) | undefined {
  let depth = 0
  // The first value of a list or object follows a bracket, each other one a comma.
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '[' || char === '{') {
      depth++
      values++
    } else if (char === ']' || char === '}') depth--
    else if (char === ',') values++
    if (depth > MAX_DEPTH) return { ...positionOf(text, at), why: `nested deeper than ${MAX_DEPTH} levels` }
    if (values > maxValues) return { ...positionOf(text, at), why: `more than ${maxValues} values` }
  }
  return undefined
}

/** The offset of the quote that ends the string starting at `start`; the text's end if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text[before - 1] === '\\') before--
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

/**
 * The path of the first text that PostgreSQL cannot store unchanged: with a NUL, or with half of a surrogate pair.
 * @param value nested no deeper than the limit
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

class Found extends Error {
  readonly position: Position

  constructor(position: Position) {
    super()
    this.position = position
  }
}

/** The position where a JSON text stops being JSON. Nothing after it is read. */
export function positionOfSyntaxError(text: string): Position {
  try {
    visit(text, { onError: (_code, offset) => stopAt(positionOf(text, offset)) }, { disallowComments: true })
  } catch (error) {
    if (error instanceof Found) return error.position
    throw error
  }
  return positionOf(text, text.length)
}

function stopAt(position: Position): never {
  throw new Found(position)
}

/** The position of the value at a path, or of the nearest enclosing value if the path does not exist. */
export function positionOfValue(text: string, path: readonly PropertyKey[]): Position {
  let nearest: Position = { line: 1, column: 1 }
  let depth = 0
  const look = (line: number, column: number, pathOf: () => JSONPath) => {
    const here = pathOf()
    // If a name occurs twice, the last value counts.
    if (here.length < depth || here.length > path.length || here.some((part, i) => part !== path[i])) return
    nearest = { line: line + 1, column: column + 1 }
    depth = here.length
  }
  visit(text, {
    onObjectBegin: (_offset, _length, line, column, pathOf) => look(line, column, pathOf),
    onArrayBegin: (_offset, _length, line, column, pathOf) => look(line, column, pathOf),
    onLiteralValue: (_value, _offset, _length, line, column, pathOf) => look(line, column, pathOf),
  })
  return nearest
}

import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'

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
  if (!root) return { line: 1, column: 1 }
  const nearest = (upTo: readonly PropertyKey[]): Node =>
    findNodeAtLocation(root, upTo as (string | number)[]) ?? nearest(upTo.slice(0, -1))
  return placeOf(text, nearest(path).offset)
}

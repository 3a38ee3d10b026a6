import type { Position } from '../../../kernel/http/errors.ts'

/** An error in a query at a character offset. */
export class QueryError extends Error {
  readonly offset: number
  /** What clients tell it from others by. */
  readonly kind: string | undefined

  constructor(message: string, offset: number, kind?: string) {
    super(message)
    this.offset = offset
    this.kind = kind
  }
}

/** Line and column of an offset, counted from 1. */
export function positionOf(offset: number, text: string): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}

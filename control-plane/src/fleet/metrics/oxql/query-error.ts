import type { Position } from '../../../kernel/errors.ts'

/** What is wrong with a query, and from which character on. */
export class QueryError extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** The place of an offset as people count it. */
export function positionOf(offset: number, text: string): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}

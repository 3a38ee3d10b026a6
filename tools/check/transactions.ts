import { lineOf } from './check.ts'
import type { Source } from './check.ts'
import { withoutComments } from './imports.ts'

const opening = /\btransaction(?:\(\)\s*\.execute)?\(\s*async\s*\(?\s*(\w+)?[^=]*=>/g
const outerDatabase = /(?<![\w$'"`/-])db\b(?!\s*:)/g

/** Uses of the outer `db` inside a transaction. On PGlite, which has one connection, they would deadlock. */
export function transactionProblems(sources: Source[]): string[] {
  return sources.flatMap(({ path, text }) => {
    const code = withoutComments(text)
    return [...code.matchAll(opening)]
      .filter(([, parameter]) => parameter !== 'db')
      .flatMap((match) => {
        const start = match.index + match[0].length
        const body = code.slice(start, endOfCall(code, start))
        return [...body.matchAll(outerDatabase)].map(
          (use) =>
            `${path}:${lineOf(code, start + use.index)} uses the outer db inside a transaction: use ${match[1] ?? 'tx'}`,
        )
      })
  })
}

/** Index after the bracket that closes the call around `start`. */
function endOfCall(code: string, start: number): number {
  let depth = 1
  let index = start
  for (; index < code.length && depth > 0; index++) {
    if ('({['.includes(code[index]!)) depth++
    else if (')}]'.includes(code[index]!)) depth--
  }
  return index
}

import { posix } from 'node:path'
import { lineOf } from './check.ts'
import type { Source } from './check.ts'

export interface Import {
  line: number
  /** As written: `./disks.ts`, `kysely`, `node:fs`. */
  specifier: string
  /** Path from the root for a file of the repository, else the specifier. */
  target: string
  typeOnly: boolean
}

const pattern =
  /(?:^|[\n;])\s*(?:import|export)\s+(?<type>type\s)?(?:[^'"`;=()]*?\sfrom\s+)?['"](?<a>[^'"]+)['"]|\bimport\(\s*['"](?<b>[^'"]+)['"]\s*\)/g

/** Every import of a file, re-exports and `import()` included, comments excluded. */
export function importsOf({ path, text }: Source): Import[] {
  const code = withoutComments(text)
  return [...code.matchAll(pattern)].map((match) => {
    const specifier = match.groups!.a ?? match.groups!.b!
    const typeOnly = match.groups!.type !== undefined
    const line = lineOf(code, match.index + match[0].lastIndexOf(specifier))
    return { specifier, typeOnly, line, target: resolve(path, specifier) }
  })
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  if (specifier.startsWith('~/')) return specifier.replace('~', 'console/src')
  return specifier.replace(/^@skerry\/(contract|control-plane|console)\//, '$1/src/')
}

/** Replaces comments with spaces and keeps line numbers. Keeps strings with `//` after a colon. */
export const withoutComments = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(
      /(^|[^:'"`\\])\/\/[^\n]*/g,
      (comment, before: string) => before + ' '.repeat(comment.length - before.length),
    )

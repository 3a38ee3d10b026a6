import { posix } from 'node:path'
import { lineOf } from './check.ts'
import type { Source } from './check.ts'

const topLevel = /^(contract|control-plane|console|e2e|bench|docs|tools|\.ci)\/[\w@$.\-/[\]]+$/
const rootFile = /^[A-Z]+\.md$/
/** Created by commands, so missing in a fresh clone. */
const made = /^console\/dist(\/|$)/

/** Missing paths that pages name in backticks or link to. */
export function citedPathProblems(pages: Source[], exists: (path: string) => boolean): string[] {
  return pages.flatMap(({ path: page, text }) => {
    const cited = [...text.matchAll(/`([^`\s]+)`/g)]
      .map((match) => ({ path: match[1]!.replace(/:\d+$/, ''), index: match.index }))
      .filter(({ path }) => topLevel.test(path) || rootFile.test(path))
    const linked = [...text.matchAll(/\]\((?!\w+:|#)([^)\s#]+)(?:#[^)]*)?\)/g)].map((match) => ({
      path: posix.normalize(posix.join(posix.dirname(page), match[1]!)),
      index: match.index,
    }))
    return [...cited, ...linked]
      .filter(({ path }) => !made.test(path) && !exists(path))
      .map(({ path, index }) => `${page}:${lineOf(text, index)} cites ${path}, which does not exist`)
  })
}

import { isTest, lineOf } from './check.ts'
import type { Source } from './check.ts'
import { withoutComments } from './imports.ts'

const owner = 'control-plane/src/platform/qemu/machines/files/machine-socket.ts'
/** The name as a part of a path: in a call that makes one, or after another part. */
const named = [/\b(?:join|path|folder|resolve)\([^)]*?(['"`])run(?:\1|\/)/g, /\}\/run\b/g, /(['"`])run\/[^'"`]*\1/g]

/** Paths in the folder that a machine itself may write: whoever uses one follows what a guest has planted there. */
export function runFolderProblems(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('control-plane/src/platform/qemu/') && path !== owner && !isTest(path))
    .flatMap(({ path, text }) => {
      const code = withoutComments(text)
      const lines = named.flatMap((pattern) => [...code.matchAll(pattern)].map(({ index }) => lineOf(code, index)))
      return [...new Set(lines)].map((line) => `${path}:${line} names a machine's run folder: only ${owner} may`)
    })
}

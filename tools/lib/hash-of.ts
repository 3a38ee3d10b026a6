import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.ts'

const outside = new Set(['node_modules', 'dist', '.cache'])

/** A hash of files and folders of the repository, without their tests and what was built. */
export function hashOf(paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function filesIn(path: string): string[] {
  const entries = readdirOrNull(join(root, path))
  if (!entries) return [path]
  return entries
    .filter(({ name }) => !outside.has(name) && !/\.spec\.tsx?$/.test(name))
    .map(({ name }) => `${path}/${name}`)
    .toSorted()
    .flatMap(filesIn)
}

function readdirOrNull(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return null
  }
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryFiles } from '../lib/repository.ts'
import type { Check, Source } from './check.ts'
import { readSources } from './check.ts'

/** A committed list of missing work. No entry may be added, and completed entries must be removed. */
export interface ShrinkingList {
  path: string
  /** The entries that the code requires. `advice` is for an entry that is not on the list. */
  truth(root: string): Promise<string[]>
  advice: string
}

const operationIds = async (root: string) => {
  const { operations } = (await import(join(root, 'contract/src/operations.ts'))) as { operations: object }
  return Object.keys(operations)
}

export const unimplemented: ShrinkingList = {
  path: 'control-plane/unimplemented.txt',
  advice: 'has no handler: add one to control-plane/src/handlers.ts',
  async truth(root) {
    const { handlers } = (await import(join(root, 'control-plane/src/handlers.ts'))) as { handlers: object }
    const built = new Set(Object.keys(handlers))
    return (await operationIds(root)).filter((id) => !built.has(id))
  },
}

export const untested: ShrinkingList = {
  path: 'control-plane/untested.txt',
  advice: 'has no test: call it in a spec of its slug',
  async truth(root) {
    const specs = repositoryFiles(root).filter((path) => /^control-plane\/src\/.*\.spec\.ts$/.test(path))
    const called = calledOperations(readSources(root, specs))
    return (await operationIds(root)).filter((id) => !called.has(id))
  },
}

/** Ids in quotes as the first argument of a call: `call('disk_create', …)`. */
export const calledOperations = (specs: Source[]) =>
  new Set(specs.flatMap(({ text }) => [...text.matchAll(/\(\s*['"]([a-z][a-z0-9_]+)['"]/g)].map((match) => match[1]!)))

export function listProblems(listed: string[], truth: string[], { path, advice }: ShrinkingList): string[] {
  const joined = truth.filter((id) => !listed.includes(id)).map((id) => `${id} ${advice}`)
  const done = listed.filter((id) => !truth.includes(id))
  return [...joined, ...done.map((id) => `${id} is done but still in ${path}: run npm run generate`)]
}

export const listCheck = (root: string, list: ShrinkingList): Check => ({
  name: list.path,
  run: async () => listProblems(readList(root, list), await list.truth(root), list),
})

const readList = (root: string, { path }: ShrinkingList) =>
  readFileSync(join(root, path), 'utf8').split('\n').filter(Boolean)

/** Removes completed entries, never adds. A missing list is written whole. Returns whether it wrote. */
export async function shrink(root: string, list: ShrinkingList): Promise<boolean> {
  const truth = (await list.truth(root)).toSorted()
  const listed = existsSync(join(root, list.path)) ? readList(root, list) : truth
  const kept = listed.filter((id) => truth.includes(id))
  const text = kept.map((id) => `${id}\n`).join('')
  if (existsSync(join(root, list.path)) && text === readFileSync(join(root, list.path), 'utf8')) return false
  writeFileSync(join(root, list.path), text)
  return true
}

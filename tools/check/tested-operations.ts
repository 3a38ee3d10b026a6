import type { Source } from './check.ts'

/** Operations that no spec calls: with their ids in quotes as the first argument, as in `call('disk_create', …)`. */
export function untestedProblems(operations: readonly string[], specs: Source[]): string[] {
  const called = new Set(
    specs.flatMap(({ text }) => [...text.matchAll(/\(\s*['"]([a-z][a-z0-9_]+)['"]/g)].map((match) => match[1]!)),
  )
  return operations.filter((id) => !called.has(id)).map((id) => `${id} has no test: call it in a spec of its slug`)
}

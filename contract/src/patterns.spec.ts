import { expect, it } from 'vitest'
import type { z } from 'zod'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

/** Every schema inside another, itself included. */
function schemasIn(root: unknown, found = new Set<z.ZodType>()): Set<z.ZodType> {
  if (typeof root !== 'object' || root === null) return found
  if ('_zod' in root) {
    const schema = root as z.ZodType
    if (found.has(schema)) return found
    found.add(schema)
    schemasIn((schema as unknown as { _zod: { def: object } })._zod.def, found)
    return found
  }
  const plain = Array.isArray(root) || Object.getPrototypeOf(root) === Object.prototype
  if (plain) for (const value of Object.values(root)) schemasIn(value, found)
  return found
}

/** Texts on which patterns with nested repetitions recurse or start over. */
const LONG = [
  'a',
  '1',
  'a.',
  'a-',
  '1.',
  ':',
  '1:',
  'a_',
  '**.',
  'A',
  '=',
  '1.2.3-a.',
  'a:a_',
  '2026-01-01T00:00:00.1',
].map((part) => part.repeat(10_000_000 / part.length))
const LONGER_WITH_A_START = ['1.2.3-', '1.2.3+', 'a:a', '2026-01-01T00:00:00.', '::', 'ssh-'].flatMap((start) =>
  ['a.', '1', '1:', '_a'].map((part) => start + part.repeat(5_000_000)),
)

const survives = (schema: z.ZodType, text: string): boolean => {
  try {
    schema.safeParse(text)
    return true
  } catch {
    return false
  }
}

it('no text is so long that a pattern overflows the stack', () => {
  const schemas = new Set<z.ZodType>()
  for (const { params, query, body } of Object.values(operations) as Operation[])
    for (const root of [params, query, body]) if (root) schemasIn(root, schemas)
  const texts = [...schemas].filter((schema) => schema._zod.def.type === 'string')
  expect(texts.length).toBeGreaterThan(20)
  const overflows = texts.filter((schema) => [...LONG, ...LONGER_WITH_A_START].some((text) => !survives(schema, text)))
  expect(overflows.map((schema) => schema.meta())).toEqual([])
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/repository.ts'

/** The names of all benchmarks. */
export const benchmarks = (): string[] =>
  readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.replace('.bench.ts', ''))

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../lib/repository.ts'

export interface Asked {
  /** Parts by name; all where there are none. */
  parts: string[]
  /** Files of browser tests, or beginnings of their paths below `e2e`; all where there are none. */
  files: string[]
  /** How often each browser test runs. */
  repeat: number
}

/**
 * Reads `npm test -- PART …` and `npm test -- e2e --repeat N [FILE …]`.
 * @throws Error that says what to write instead
 */
export function readAsked(args: readonly string[], known: readonly string[]): Asked {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { repeat: { type: 'string', default: '1' } },
    allowPositionals: true,
  })
  const parts = positionals.filter((each) => known.includes(each))
  const files = positionals.filter((each) => !known.includes(each)).map((file) => file.replace(/^e2e\//, ''))
  const repeat = Number(values.repeat)
  if (!Number.isSafeInteger(repeat) || repeat < 1)
    throw new Error(`--repeat takes a whole number, not "${values.repeat}"`)
  const ofBrowser = parts.length === 1 && parts[0] === 'e2e'
  if (repeat > 1 && !ofBrowser) throw new Error('--repeat goes with e2e alone: npm test -- e2e --repeat N [FILE …]')
  const unknown = files.find((file) => !ofBrowser || !specs().some((spec) => spec.startsWith(file)))
  if (unknown !== undefined)
    throw new Error(`There is no part or browser test "${unknown}": npm test [-- ${known.join(' | ')} | e2e FILE …]`)
  return { parts, files, repeat }
}

const specs = (): string[] =>
  readdirSync(join(root, 'e2e'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.spec.ts'))

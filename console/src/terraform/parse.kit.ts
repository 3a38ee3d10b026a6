import { parse } from '@cdktn/hcl2json'

/** A block of a document as HashiCorp's own parser reads it, by type and labels. */
export interface Parsed {
  import?: { to: string; id: string }[]
  resource?: Record<string, Record<string, Record<string, unknown>[]>>
  data?: Record<string, Record<string, Record<string, unknown>[]>>
  variable?: Record<string, Record<string, unknown>[]>
}

/** A reference as it is parsed. */
export const ref = (path: string): string => `\${${path}}`

// Literals keep the doubled signs, which sets them apart from references.
const literal = (text: string) => text.replaceAll(/([$%])\1(?=\{)/g, '$1')

const plain = (value: unknown): unknown => {
  if (typeof value === 'string') return /^\$\{[\w.-]+\}$/.test(value) ? value : literal(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [literal(name), plain(each)]))
}

/** Parses code. Throws where it is not valid HCL. */
export const parseCode = async (code: string): Promise<Parsed> => plain(await parse('main.tf', code)) as Parsed

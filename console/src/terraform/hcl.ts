/** Something that is computed from another block: `oxide_vpc.web.id`. */
export class Reference {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }
}

export type Value =
  | string
  | number
  | bigint
  | boolean
  | Reference
  | null
  | undefined
  | readonly Value[]
  | { readonly [name: string]: Value }

/** Arguments of a block; those without a value are left out. */
export type Attributes = Readonly<Record<string, Value>>

export interface Block {
  /** Comments above it. */
  notes?: readonly string[]
  /** Type and labels: `['resource', 'oxide_vpc', 'web']`. */
  head: readonly [string, ...string[]]
  attributes: Attributes
  /** Arguments whose values are not known: a plan must not compare them. */
  ignored?: readonly string[]
}

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')

const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' }
const escaped = (char: string) => named[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Doubles what would begin an interpolation or a directive. */
const literal = (text: string) => text.replaceAll(/[$%](?=\{)/g, '$&$&')

/** A quoted string that HCL reads as this text. */
const quote = (text: string): string =>
  // Control characters and separators of lines, which editors show badly or change.
  // oxlint-disable-next-line no-control-regex
  `"${literal(text.toWellFormed()).replaceAll(/["\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, escaped)}"`

// An object whose first key is `for` would be read as an expression.
const key = (name: string) => (/^(?!for$)[A-Za-z_][\w-]*$/.test(name) ? name : quote(name))

/** Longest list or object on one line. */
const lineLength = 80

function inline(open: string, items: readonly string[], close: string): string | undefined {
  const line = `${open}${items.join(', ')}${close}`
  return line.length > lineLength || line.includes('\n') ? undefined : line
}

function valueText(value: Exclude<Value, undefined>): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object') return String(value)
  if (value instanceof Reference) return value.path
  if (Array.isArray(value)) {
    const items = (value as readonly Value[]).map((each) => valueText(each ?? null))
    return inline('[', items, ']') ?? `[\n${items.map(indent).join(',\n')},\n]`
  }
  const entries = Object.entries(value as Attributes).filter(([, each]) => each !== undefined)
  if (entries.length === 0) return '{}'
  const isFlat =
    entries.length <= 2 && entries.every(([, each]) => typeof each !== 'object' || each instanceof Reference)
  const pairs = isFlat ? entries.map(([name, each]) => `${key(name)} = ${valueText(each!)}`) : []
  return (isFlat && inline('{ ', pairs, ' }')) || `{\n${indent(attributesText(value as Attributes))}\n}`
}

/** One argument a line, in the layout of `terraform fmt`: the signs of neighbours that take one line are aligned. */
function attributesText(attributes: Attributes): string {
  const lines = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name: key(name), text: valueText(value!), width: 0 }))
  const isLong = ({ text }: { text: string }) => text.includes('\n')
  for (let start = 0; start < lines.length;) {
    let end = start + 1
    while (end < lines.length && !isLong(lines[start]!) && !isLong(lines[end]!)) end++
    const run = lines.slice(start, end)
    const width = Math.max(...run.map(({ name }) => name.length))
    for (const line of run) line.width = width
    start = end
  }
  return lines.map(({ name, text, width }) => `${name.padEnd(width)} = ${text}`).join('\n')
}

/** Comment lines. */
export const comment = (text: string): string =>
  text
    .toWellFormed()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `# ${line}`.trimEnd())
    .join('\n')

/** A block as text, in the layout of `terraform fmt`. */
export function blockText({ notes = [], head: [type, ...labels], attributes, ignored = [] }: Block): string {
  const parts = [indent(attributesText(attributes))]
  if (ignored.length > 0) parts.push('', '  lifecycle {', `    ignore_changes = [${ignored.join(', ')}]`, '  }')
  const head = [type, ...labels.map(quote)].join(' ')
  return [...notes.map(comment), `${head} {`, ...parts, '}'].join('\n')
}

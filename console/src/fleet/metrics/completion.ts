import type { KnownSeries } from './known-series.ts'

/** What to insert at the caret, instead of the text between `from` and `to`. */
export interface Completion {
  from: number
  to: number
  options: readonly string[]
}

const operations = ['filter ', 'align mean_within(', 'group_by [', 'join', 'first ', 'last ']
const everywhere = ['timestamp', 'datum']
const comparison = /(==|!=|<=|>=|~=|<|>)\s*$/
const most = 50

/** Whether a place is within quotes. */
function isQuoted(before: string): boolean {
  let quote = ''
  for (let at = 0; at < before.length; at++) {
    const char = before[at]!
    if (quote && char === '\\') at++
    else if (quote) quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
  }
  return quote !== ''
}

/** What fits at the caret: operations, timeseries, or fields of the timeseries that the query names. */
export function complete(text: string, caret: number, known: readonly KnownSeries[]): Completion {
  const before = text.slice(0, caret)
  const [word = ''] = /[A-Za-z0-9_:]*$/.exec(before) ?? []
  const from = caret - word.length
  const options = isQuoted(before) ? [] : fittingAt(before.slice(0, from), text, known)
  return { from, to: caret, options: matching(options, word) }
}

function fittingAt(before: string, text: string, known: readonly KnownSeries[]): string[] {
  const begins = Math.max(before.lastIndexOf('|'), before.lastIndexOf('{'), before.lastIndexOf(';'))
  const stage = before.slice(begins + 1).trimStart()
  if (stage === '') return before[begins] === '|' ? operations : ['get ']
  if (/^get\s+$/.test(stage)) return known.map(({ name }) => name)
  if (/^align\s+$/.test(stage)) return ['mean_within(']
  if (/^group_by\s*\[[^\]]*\]\s*,\s*$/.test(stage)) return ['mean', 'sum']
  if (/^group_by\s*\[[^\]]*$/.test(stage)) return fieldsIn(text, known)
  if (/^filter\s/.test(stage) && /(^filter\s+|[(!^]\s*|&&\s*|\|\|\s*)$/.test(stage))
    return [...everywhere, ...fieldsIn(text, known)]
  if (comparison.test(stage) && /timestamp\s*\S+\s*$/.test(stage)) return ['@now() - 1h', '@now() - 5m']
  return []
}

/** Fields of all timeseries that a query reads; of all known ones where it names none. */
function fieldsIn(text: string, known: readonly KnownSeries[]): string[] {
  const named = new Set([...text.matchAll(/\bget\s+([a-z0-9_]+:[a-z0-9_]+)/g)].map(([, name]) => name))
  const read = known.filter(({ name }) => named.has(name))
  return [...new Set((read.length ? read : known).flatMap(({ fields }) => fields))].toSorted()
}

/** Options that begin with the word, then those that contain it. A complete word needs none. */
function matching(options: readonly string[], word: string): string[] {
  const lower = word.toLowerCase()
  const rank = (option: string) => (option.startsWith(lower) ? 0 : 1)
  return options
    .filter((option) => option.includes(lower) && option.trim() !== word)
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, most)
}

import { stringifyJson } from '@skerry/contract/rules/json.ts'
import { storableText } from '../database/storable-text.ts'

const MAX_VALUE_LENGTH = 1000
const MAX_LIST_LENGTH = 100
/** Secret fields: a record says only that they changed. */
const SECRET = /password|secret|md5|private_key/
const HIDDEN = '(hidden)'

type Fields = Record<string, unknown>
interface Difference {
  before: Fields
  after: Fields
}

/**
 * The changed fields of an update before and after it, for the audit log; for lists the removed and the added entries.
 * Undefined if only `time_modified` changed.
 */
export function differenceOf(before: object, after: object): Difference | undefined {
  const [was, is] = [before as Fields, after as Fields]
  const difference: Difference = { before: {}, after: {} }
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (name === 'time_modified' || stringifyJson(was[name]) === stringifyJson(is[name])) continue
    const values = Array.isArray(was[name] ?? is[name]) ? changedEntries(was[name], is[name]) : [was[name], is[name]]
    if (!values) continue
    const [old, present] = values.map((value) => (SECRET.test(name) ? HIDDEN : bounded(withoutSecrets(value))))
    difference.before[name] = old
    difference.after[name] = present
  }
  return Object.keys(difference.after).length ? difference : undefined
}

/** The removed and the added entries of a list; undefined if only the order differs. */
function changedEntries(was: unknown, is: unknown): [unknown[], unknown[]] | undefined {
  const [removed, added] = [without(was, is), without(is, was)]
  return removed.length || added.length ? [removed, added] : undefined
}

const entriesOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])

function without(list: unknown, other: unknown): unknown[] {
  const texts = new Set(entriesOf(other).map(stringifyJson))
  return entriesOf(list).filter((entry) => !texts.has(stringifyJson(entry)))
}

/** The first entries of a long list, and the number of the others. */
export const boundedList = (list: readonly unknown[]): unknown[] =>
  list.length <= MAX_LIST_LENGTH
    ? [...list]
    : [...list.slice(0, MAX_LIST_LENGTH), `and ${list.length - MAX_LIST_LENGTH} more`]

function bounded(value: unknown): unknown {
  if (Array.isArray(value)) return boundedList(value).map((entry) => shortened(entry))
  return shortened(value)
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value
  const text = typeof value === 'string' ? value : stringifyJson(value)
  return text.length <= MAX_VALUE_LENGTH ? value : `${cutText(text, MAX_VALUE_LENGTH)}…`
}

/** The beginning of a text, to be stored. */
export const cutText = (text: string, length: number): string => storableText(text.slice(0, length))

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, SECRET.test(name) ? HIDDEN : withoutSecrets(field)]),
  )
}

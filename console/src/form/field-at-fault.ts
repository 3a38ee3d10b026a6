import type { Failure } from '~/lib/errors.ts'
import type { FieldOnScreen } from './form-extras.ts'

type NamedField = Pick<FieldOnScreen, 'label' | 'apiNames'>
type Fields = ReadonlyMap<string, NamedField>

/** `unsupported value for "slo_url": …`, `Slo_url: …`. */
const aboutField = /^(?:unsupported value for "([\w-]+)"|(\w+)): (.+)/is
const addressOrNetwork = /^(?=.*[.:])[\da-f.:]+(\/\d+)?$/i

const apiNamesOf = (name: string, { apiNames }: NamedField) => [
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ...apiNames,
]

/** The field that a message begins with, and the rest of the message. */
function named(message: string, fields: Fields) {
  const [, quoted, leading, reason] = aboutField.exec(message) ?? []
  const apiName = (quoted ?? leading)?.replaceAll('-', '_').toLowerCase()
  const entry = [...fields].find(([name, field]) => apiName && apiNamesOf(name, field).includes(apiName))
  return entry && { name: entry[0], label: entry[1].label, reason: reason! }
}

/** The message with the labels of fields in place of their names in the API. */
export function inLabels(message: string, fields: Fields): string {
  const about = named(message, fields)
  let text = about ? `${about.label}: ${about.reason}` : message
  for (const [name, field] of fields)
    for (const apiName of apiNamesOf(name, field))
      // A name of one word may be a plain word.
      if (apiName.includes('_')) text = text.replaceAll(new RegExp(`\\b${apiName}\\b`, 'g'), field.label)
  return text
}

/** Whether a message holds an address or a network as a word of its own: not `10.0.0.1` in `10.0.0.10`. */
const mentions = (message: string, value: string) =>
  new RegExp(`(?<![\\w.:])${value.replaceAll('.', '\\.')}(?![\\w:/]|\\.\\d)`, 'i').test(message)

function textsOf(value: unknown): string[] {
  const rows: unknown[] = Array.isArray(value) ? value : [value]
  return rows
    .flatMap((row) => (row instanceof Object && !(row instanceof File) ? Object.values(row) : [row]))
    .filter((text) => typeof text === 'string')
}

/**
 * The field that a refusal is about, which then shows it too: the name that is taken, the size for which there is no
 * storage, the field that the message names, or the one with the address or network in it, also in a row of a list.
 */
export function fieldAtFault(
  { errorCode, message }: Failure,
  values: Record<string, unknown>,
  fields: Fields,
): string | undefined {
  if (errorCode === 'ObjectAlreadyExists') return 'name' in values ? 'name' : undefined
  if (errorCode === 'InsufficientCapacity' && message.includes('storage')) return 'size' in values ? 'size' : undefined
  const about = named(message, fields)
  if (about) return about.name
  const fieldOf = (textIn: (text: string) => string) =>
    Object.keys(values).find((key) =>
      textsOf(values[key]).some((text) => addressOrNetwork.test(text) && mentions(message, textIn(text))),
    )
  // An interface's address stands with its prefix in the field, and alone in most messages.
  return fieldOf((text) => text) ?? fieldOf((text) => text.replace(/\/.*/, ''))
}

import type { Failure } from '~/ui/errors.ts'

const unsupportedValue = /^unsupported value for "([\w-]+)"/i
const addressOrNetwork = /^(?=.*[.:])[\da-f.:]+(\/\d+)?$/i

const inCamelCase = (name: string) => name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())

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
 * The field that a refusal is about, which then shows it too: the name that is taken, the field that the message
 * names, or the one with the address or network in it, also in a row of a list.
 */
export function fieldAtFault({ errorCode, message }: Failure, values: Record<string, unknown>): string | undefined {
  if (errorCode === 'ObjectAlreadyExists') return 'name' in values ? 'name' : undefined
  const named = inCamelCase(unsupportedValue.exec(message)?.[1] ?? '')
  if (named in values) return named
  const fieldOf = (textIn: (text: string) => string) =>
    Object.keys(values).find((key) =>
      textsOf(values[key]).some((text) => addressOrNetwork.test(text) && mentions(message, textIn(text))),
    )
  // An interface's address stands with its prefix in the field, and alone in most messages.
  return fieldOf((text) => text) ?? fieldOf((text) => text.replace(/\/.*/, ''))
}

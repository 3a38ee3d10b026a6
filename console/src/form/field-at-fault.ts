import type { Failure } from '~/lib/errors.ts'
import type { FieldOnScreen } from './form-extras.ts'

type NamedField = Pick<FieldOnScreen, 'label' | 'apiNames'>
type Fields = ReadonlyMap<string, NamedField>

const apiNamesOf = (name: string, { apiNames }: NamedField) => [
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  ...apiNames,
]

/** The field on screen that a refusal is about, which then shows it too; for a nested one, the field around it. */
export function fieldAtFault({ field: path }: Failure, fields: Fields): string | undefined {
  if (path === undefined) return undefined
  const [outermost] = path.split(/[.[]/)
  return [...fields].find(([name, field]) => apiNamesOf(name, field).includes(outermost!))?.[0]
}

/** The message with the labels of fields in place of their names in the API. */
export function inLabels(failure: Failure, fields: Fields): string {
  const { message, reason } = failure
  const label = fields.get(fieldAtFault(failure, fields) ?? '')?.label
  let text = label !== undefined && reason ? `${label}: ${reason}` : message
  for (const [name, field] of fields)
    for (const apiName of apiNamesOf(name, field))
      // A name of one word may be a plain word.
      if (apiName.includes('_')) text = text.replaceAll(RegExp(`\\b${apiName}\\b`, 'g'), () => field.label)
  return text
}

import { useLayoutEffect } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { extrasOf } from './form-extras.ts'
import { whenUncovered } from './when-uncovered.ts'

/** Focuses the first field with an error, in the order of the page, and shows its message. @returns a way to cancel */
function showFirstError<V extends FieldValues>(form: UseFormReturn<V>): (() => void) | undefined {
  const [first] = [...extrasOf(form.control).fields]
    .flatMap(([name, { messageId }]) => {
      const message = document.getElementById(messageId)
      return message ? [{ name: name as FieldPath<V>, message }] : []
    })
    .toSorted((one, other) =>
      one.message.compareDocumentPosition(other.message) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
  if (!first) return undefined
  return whenUncovered(first.message, () => {
    form.setFocus(first.name)
    first.message.scrollIntoView({ block: 'nearest' })
  })
}

/**
 * Does so after each submit, at the moment the messages appear: later it would take the focus from where somebody has
 * gone meanwhile. The form's own way goes by the order in which the fields were mounted.
 */
export function useFirstErrorShown<V extends FieldValues>(form: UseFormReturn<V>): void {
  const { submitCount } = form.formState
  useLayoutEffect(() => (submitCount > 0 ? showFirstError(form) : undefined), [form, submitCount])
}

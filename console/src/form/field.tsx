import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { type Control, type FieldPath, type FieldPathValue, type FieldValues, useController } from 'react-hook-form'
import { extrasOf } from './form-extras.ts'

/** What every field takes. A field without `required` is labelled '(Optional)'. */
export interface FieldProps<V extends FieldValues, N extends FieldPath<V> = FieldPath<V>> {
  control: Control<V>
  name: N
  label: string
  required?: boolean
  /** What the API calls it, where that differs from its name. */
  apiNames?: readonly string[]
  /** A remark under the control. */
  hint?: ReactNode
  /** Another rule, after the field's own: the message where it is broken. */
  validate?: (value: FieldPathValue<V, N>, values: V) => string | undefined
}

const noNames: readonly string[] = []

/** Joins a control to the form: value, rules in their order, and the attributes that tie label, hint and error to it. */
export function useField<V extends FieldValues, T>(
  { control, name, label, required, hint, validate, apiNames = noNames }: FieldProps<V>,
  ownRules: readonly ((value: T) => string | undefined)[] = [],
) {
  const id = useId()
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: (value: FieldPathValue<V, FieldPath<V>>, values: V) => {
        if (isEmpty(value)) return required ? missing(label, value) : true
        for (const rule of ownRules) {
          const problem = rule(value as T)
          if (problem) return problem
        }
        return validate?.(value, values) ?? true
      },
    },
  })
  useEffect(() => {
    const { fields } = extrasOf(control)
    fields.set(name, { label, apiNames, messageId: `${id}-error` })
    return () => void fields.delete(name)
  }, [control, name, id, label, apiNames])
  const error = fieldState.error?.message
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return {
    id,
    error,
    value: field.value as T,
    setValue: (value: T) => field.onChange(value),
    /** For the control itself. */
    input: {
      id,
      ref: field.ref,
      onBlur: field.onBlur,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': describedBy,
      'aria-required': required ? (true as const) : undefined,
    },
  }
}

const missing = (label: string, value: unknown) =>
  Array.isArray(value) ? `${label}: at least one is required` : `${label} is required`

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Around the fields of a filter: all of them are optional without saying so, and their labels are small. */
export const FilterFields = createContext(false)

interface FieldFrameProps {
  id: string
  label: string
  /** Shown dim beside the label: a unit, or how many are required. */
  unit?: string
  required?: boolean
  hint?: ReactNode
  error?: string
  children: ReactNode
  /** For a set of controls: its label is a legend, not tied to one of them. */
  group?: boolean
}

/** Label above, error and hint below; the error of a group above it, where its first control is focused. */
export function FieldFrame({ id, label, unit, required, hint, error, children, group }: FieldFrameProps) {
  const isFilter = useContext(FilterFields)
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The server's answer comes after its field has the focus.
    if (message.current?.parentElement?.contains(document.activeElement))
      message.current.scrollIntoView({ block: 'nearest' })
  }, [error])
  const words = (
    <>
      {label}
      {unit && <span className="font-normal text-ink-3"> ({unit})</span>}
      {!required && !isFilter && <span className="font-normal text-ink-3"> (Optional)</span>}
    </>
  )
  const problem = error && (
    // Scrolled to, it has label and control above it, and no bar of buttons over it.
    <p
      ref={message}
      id={`${id}-error`}
      className={`scroll-mt-20 scroll-mb-20 text-sm text-bad ${group ? 'mb-1.5' : 'mt-1.25'}`}
    >
      {error}
    </p>
  )
  const remark = hint && (
    <div id={`${id}-hint`} className="mt-1.5 text-xs text-ink-3">
      {hint}
    </div>
  )
  const labelClass = isFilter ? 'mb-1 block text-sm text-ink-2' : 'mb-1.5 block text-md font-medium'
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return group ? (
    <fieldset className="min-w-0" aria-describedby={describedBy}>
      <legend className={labelClass}>{words}</legend>
      {problem}
      {children}
      {remark}
    </fieldset>
  ) : (
    <div className="min-w-0">
      <label htmlFor={id} className={labelClass}>
        {words}
      </label>
      {children}
      {problem}
      {remark}
    </div>
  )
}

import { useEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  useForm as useBaseForm,
  type UseFormReturn,
} from 'react-hook-form'
import { keepable, takeSavedForm, watchForm } from './saved-forms.ts'

export interface FormOptions<V extends FieldValues> {
  defaultValues: DefaultValues<V>
  /** Fields never kept over a sign-in: passwords, keys. Files are left out by themselves. */
  secrets?: readonly FieldPath<V>[]
  /** Under which a dirty form is kept over a sign-in; the address unless said. Null keeps nothing. */
  saveKey?: string | null
}

/** A form that is checked on submit and live from then on, and that survives a session ending under it. */
export function useForm<V extends FieldValues>({
  defaultValues,
  secrets = [],
  saveKey,
}: FormOptions<V>): UseFormReturn<V> {
  const form = useBaseForm<V>({ defaultValues, mode: 'onSubmit', reValidateMode: 'onChange' })
  const { isDirty } = form.formState
  const dirty = useRef(isDirty)
  useEffect(() => {
    dirty.current = isDirty
  }, [isDirty])

  const hidden = useRef(secrets)
  useEffect(() => {
    if (saveKey === null) return
    const key = saveKey ?? location.pathname
    for (const [name, value] of Object.entries(takeSavedForm(key) ?? {}))
      form.setValue(name as FieldPath<V>, value as never, { shouldDirty: true })
    return watchForm(key, () =>
      dirty.current ? (keepable(form.getValues(), hidden.current) as Record<string, unknown>) : null,
    )
  }, [form, saveKey])
  return form
}

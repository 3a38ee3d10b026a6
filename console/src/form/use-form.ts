import { useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useForm as useBaseForm,
  type UseFormReturn,
} from 'react-hook-form'
import { useFirstErrorShown } from './first-error.ts'
import { extrasOf } from './form-extras.ts'
import { withoutSecrets, takeSavedForm, watchForm } from './saved-forms.ts'

export interface FormOptions<V extends FieldValues> {
  defaultValues: DefaultValues<V>
  /**
   * Fields never kept over a sign-in: keys, tokens; `rows.0.key` means that of every row. Files and `SecretField`s are
   * excluded anyway.
   */
  secrets?: readonly FieldPath<V>[]
  /**
   * Distinguishes forms without a URL of their own on one page: `resize`. A dirty form is kept over a sign-in under
   * the address and this key; null keeps nothing.
   */
  saveKey?: string | null
}

/** A form that is checked on submit and live from then on, and that survives the end of a session. */
export function useForm<V extends FieldValues>({ defaultValues, secrets, saveKey }: FormOptions<V>): UseFormReturn<V> {
  const form = useBaseForm<V>({ defaultValues, mode: 'onSubmit', reValidateMode: 'onChange', shouldFocusError: false })
  useFirstErrorShown(form)
  const [key] = useState(() => {
    const own = saveKey === null ? null : [location.pathname, saveKey].filter(Boolean).join(' ')
    extrasOf(form.control).saveKey = own
    return own
  })
  useSavedValues(form, key, secrets)
  return form
}

/** Restores what was kept of a form, and keeps it while it is dirty. @param key null keeps nothing. */
export function useSavedValues<V extends FieldValues>(
  form: UseFormReturn<V>,
  key: string | null,
  secrets: readonly FieldPath<V>[] = [],
): void {
  const { isDirty } = form.formState
  const latest = useRef({ isDirty, secrets })
  useEffect(() => {
    latest.current = { isDirty, secrets }
  })
  useEffect(() => {
    if (key === null) return
    for (const [name, value] of Object.entries(takeSavedForm(key) ?? {}))
      form.setValue(name as FieldPath<V>, value as FieldPathValue<V, FieldPath<V>>, { shouldDirty: true })
    return watchForm(key, () => {
      if (!latest.current.isDirty) return null
      const named = latest.current.secrets.map((name) => name.replaceAll(/\.\d+/g, ''))
      const neverKept = [...named, ...extrasOf(form.control).secrets]
      return withoutSecrets(form.getValues(), neverKept) as Record<string, unknown>
    })
  }, [form, key])
}

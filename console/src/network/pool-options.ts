import { useEffect } from 'react'
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form'
import type { SiloIpPool } from '~/api/types.gen.ts'
import { defaultsFirst, type ListItem } from '~/form/listbox.tsx'

/** Pools as choices, each named as requests name it. */
export const poolOptions = (pools: readonly SiloIpPool[]): ListItem[] =>
  defaultsFirst(
    pools.map(({ name, description, isDefault }) => ({
      value: name,
      label: name,
      description: description || undefined,
      isDefault,
    })),
  )

/** Starts a form with a pool that may be known only after the form is open. */
export function useFirstPool<V extends FieldValues, N extends FieldPath<V>>(
  form: UseFormReturn<V>,
  name: N,
  first: FieldPathValue<V, N> | undefined,
): void {
  useEffect(() => {
    if (first && !form.getValues(name)) form.resetField(name, { defaultValue: first })
  }, [first, form, name])
}

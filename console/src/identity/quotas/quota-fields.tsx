import type { FieldPath, FieldValues } from 'react-hook-form'
import type { FieldProps } from '~/form/field.tsx'
import { NumberField } from '~/form/number-field.tsx'
import { validateNumber } from '~/form/validators.ts'
import { type Amounts, type Resource, type ResourceKey, resources } from '~/identity/utilization/resources.ts'

/** Quotas in the units of forms. */
export type QuotaValues = Record<ResourceKey, number | null>

export const inUnits = (amounts: Amounts): Record<ResourceKey, number> => {
  const [cpus, memory, storage] = resources.map(({ key, scale }) => amounts[key] / scale)
  return { cpus: cpus!, memory: memory!, storage: storage! }
}

/** The most GiB whose bytes are exact. */
const most = 2 ** 23 - 1

interface QuotaFieldProps<V extends FieldValues, N extends FieldPath<V>> extends Pick<
  FieldProps<V, N>,
  'control' | 'name' | 'hint'
> {
  resource: Resource
  /** What it may stay at: somebody else may have set parts of a unit. */
  kept?: number
}

export function QuotaField<V extends FieldValues, N extends FieldPath<V>>({
  resource: { label, unit },
  kept,
  ...field
}: QuotaFieldProps<V, N>) {
  const rule = validateNumber(label, 0, most)
  return (
    <NumberField
      {...field}
      label={label}
      unit={unit}
      required
      rule={(value) => (value === kept ? undefined : rule(value))}
    />
  )
}

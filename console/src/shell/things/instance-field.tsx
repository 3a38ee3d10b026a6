import type { UseQueryResult } from '@tanstack/react-query'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { Instance } from '~/api/types.gen.ts'
import { ComboboxField } from '~/form/combobox.tsx'
import type { FieldProps } from '~/form/field.tsx'
import { stateLabel } from '~/ui/badge.tsx'
import { failureOf } from '../page/reads.ts'

interface InstanceFieldProps<V extends FieldValues, N extends FieldPath<V>> extends Pick<
  FieldProps<V, N>,
  'control' | 'name' | 'hint'
> {
  /** All of the project. */
  instances: UseQueryResult<Instance[]>
  /** Why one cannot be chosen. */
  refusal: (instance: Instance) => string | undefined
  /** Which are offered; all unless said. */
  offered?: (instance: Instance) => boolean
}

export const InstanceField = <V extends FieldValues, N extends FieldPath<V>>({
  instances,
  refusal,
  offered = () => true,
  ...field
}: InstanceFieldProps<V, N>) => (
  <ComboboxField<V, N>
    {...field}
    label="Instance"
    required
    failure={failureOf(instances)}
    items={instances.data?.filter(offered).map((instance) => ({
      value: instance.id,
      label: instance.name,
      description: stateLabel(instance.runState),
      refusal: refusal(instance) ?? false,
    }))}
  />
)

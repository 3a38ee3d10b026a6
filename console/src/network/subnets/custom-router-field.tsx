import { useQuery } from '@tanstack/react-query'
import type { FieldPath, FieldValues } from 'react-hook-form'
import type { FieldProps } from '~/form/field.tsx'
import { ListboxField } from '~/form/listbox.tsx'
import { routersQuery } from '~/network/routers/queries.ts'
import type { VpcParams } from '~/network/vpcs/queries.ts'
import { failureOf } from '~/shell/reads.ts'

interface CustomRouterFieldProps<V extends FieldValues, N extends FieldPath<V>> extends Pick<
  FieldProps<V, N>,
  'control' | 'name'
> {
  params: VpcParams
}

/** The router of a subnet; none, which is the value '', for the VPC's system router. */
export function CustomRouterField<V extends FieldValues, N extends FieldPath<V>>({
  params,
  ...field
}: CustomRouterFieldProps<V, N>) {
  const routers = useQuery(routersQuery(params))
  const custom = routers.data?.filter(({ kind }) => kind === 'custom')
  return (
    <ListboxField<V, N>
      {...field}
      label="Custom router"
      failure={failureOf(routers)}
      items={
        custom && [
          { value: '', label: 'None', description: 'Use the system router' },
          ...custom.map(({ id, name, description }) => ({ value: id, label: name, description })),
        ]
      }
    />
  )
}

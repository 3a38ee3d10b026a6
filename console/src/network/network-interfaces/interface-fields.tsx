import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { Vpc } from '~/api/types.gen.ts'
import { ListboxField } from '~/form/listbox.tsx'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { validateIp } from '~/form/validators.ts'
import { failureOf } from '~/shell/page/reads.ts'
import type { InterfaceValues } from './interface-values.ts'
import { subnetsQuery } from './queries.ts'

interface InterfaceFieldsProps {
  form: UseFormReturn<InterfaceValues>
  vpcs: readonly Vpc[]
  /** Name of the VPC of the interfaces that are there. */
  present: string | undefined
  /** Names of the subnets that the interfaces are in. */
  taken: readonly string[]
}

export function InterfaceFields({ form, vpcs, present, taken }: InterfaceFieldsProps) {
  const { control } = form
  const vpcName = form.watch('vpc')
  const vpc = vpcs.find(({ name }) => name === vpcName)
  const subnets = useQuery({ ...subnetsQuery(vpc?.id ?? ''), enabled: vpc !== undefined })
  return (
    <>
      <NameField control={control} name="name" />
      <DescriptionField control={control} name="description" />
      <ListboxField
        control={control}
        name="vpc"
        label="VPC"
        required
        items={vpcs.map(({ name, description }) => ({
          value: name,
          label: name,
          description: description || undefined,
          refusal: present !== undefined && name !== present && 'All interfaces of an instance must be in the same VPC',
        }))}
        onChoose={() => form.setValue('subnet', '')}
      />
      <ListboxField
        control={control}
        name="subnet"
        label="Subnet"
        required
        placeholder={vpc ? undefined : 'Choose a VPC first'}
        failure={failureOf(subnets)}
        items={
          vpc
            ? subnets.data?.map(({ name, ipv4Block }) => ({
                value: name,
                label: name,
                description: ipv4Block,
                refusal: taken.includes(name) && 'The instance already has an interface in this subnet',
              }))
            : []
        }
      />
      <TextField
        control={control}
        name="ip"
        label="IP address"
        mono
        placeholder="Automatic"
        hint="A free address of the subnet if left empty"
        rules={[validateIp]}
      />
    </>
  )
}

import { useWatch } from 'react-hook-form'
import { SwitchField } from '~/form/choice-fields.tsx'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { hostnameRefusal, type PartProps } from './draft.ts'

export function Identity({ form: { control } }: PartProps) {
  const name = useWatch({ control, name: 'name' })
  return (
    <>
      <NameField control={control} name="name" />
      <DescriptionField control={control} name="description" />
      <TextField
        control={control}
        name="hostname"
        label="Hostname"
        placeholder={name}
        hint="The instance's name if left empty"
        rules={[(hostname) => hostnameRefusal(hostname, name)]}
      />
      <SwitchField control={control} name="start" label="Start instance" hint="As soon as it is created" />
    </>
  )
}

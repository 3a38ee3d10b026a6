import { maxDescriptionLength } from '@skerry/contract/rules/names.ts'
import type { Control } from 'react-hook-form'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { validateLength } from '~/form/validators.ts'

interface ImageValues {
  name: string
  description: string
  os: string
  version: string
}

/** What is said of a new image, wherever its content comes from. */
export function ImageFields<V extends ImageValues>({ control: ofForm }: { control: Control<V> }) {
  // The form may have more; these fields ask for nothing else of it.
  const control = ofForm as unknown as Control<ImageValues>
  return (
    <>
      <NameField control={control} name="name" />
      <DescriptionField control={control} name="description" />
      <TextField
        control={control}
        name="os"
        label="OS"
        required
        rules={[validateLength('OS', maxDescriptionLength)]}
        placeholder="debian"
      />
      <TextField
        control={control}
        name="version"
        label="Version"
        required
        rules={[validateLength('Version', maxDescriptionLength)]}
        placeholder="12"
      />
    </>
  )
}

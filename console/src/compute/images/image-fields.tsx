import { maxDescriptionLength } from '@skerry/contract/rules/names.ts'
import { useEffect, useRef } from 'react'
import type { Control, UseFormReturn } from 'react-hook-form'
import { DescriptionField, NameField, TextField } from '~/form/text-fields.tsx'
import { validateLength } from '~/form/validators.ts'

interface ImageValues {
  name: string
  description: string
  os: string
  version: string
}

/** Fills in OS and version as a file's name has them. What was typed stays. */
export function useSuggestedSystem<V extends ImageValues>(
  ofForm: UseFormReturn<V>,
  system: Pick<ImageValues, 'os' | 'version'> | undefined,
): void {
  const form = ofForm as unknown as UseFormReturn<ImageValues>
  const suggested = useRef({ os: '', version: '' })
  const [os, version] = [system?.os ?? '', system?.version ?? '']
  useEffect(() => {
    const next = { os, version }
    for (const field of ['os', 'version'] as const)
      if (['', suggested.current[field]].includes(form.getValues(field)))
        form.setValue(field, next[field], { shouldValidate: form.getFieldState(field).invalid })
    suggested.current = next
  }, [form, os, version])
}

/** Fields that describe a new image, wherever its content comes from. */
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

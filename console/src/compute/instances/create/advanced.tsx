import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { FileField } from '~/form/file-field.tsx'
import { maxUserData, type PartProps } from './draft.ts'
import { FormSection } from '~/form/form-section.tsx'

export function Advanced({ form: { control, trigger } }: PartProps) {
  const file = useWatch({ control, name: 'userData' })
  useEffect(() => {
    // A file that is too large is reported at once, not after the whole form was filled in.
    if (file) void trigger('userData')
  }, [file, trigger])
  return (
    <FormSection title="Advanced">
      <FileField
        control={control}
        name="userData"
        label="User data"
        hint="Passed to cloud-init or a similar tool, at most 32 KiB"
        validate={(data) =>
          data && data.size > maxUserData ? 'User data must be at most 32 KiB (32768 bytes)' : undefined
        }
      />
    </FormSection>
  )
}

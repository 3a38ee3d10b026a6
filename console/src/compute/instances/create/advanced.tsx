import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { RadioField } from '~/form/choice-fields.tsx'
import { FileField } from '~/form/file-field.tsx'
import { FormSection } from '~/form/form-section.tsx'
import { TextAreaField, useSecret } from '~/form/text-fields.tsx'
import { useFirmwareChoices } from '../firmware.ts'
import type { PartProps } from './draft.ts'
import { textBytes, textOf, userDataProblem } from './user-data.ts'

export function Advanced({ form: { control, setValue, trigger } }: PartProps) {
  const file = useWatch({ control, name: 'userDataFile' })
  const firmware = useFirmwareChoices()
  // It may have passwords.
  useSecret(control, 'userData')
  useEffect(() => {
    if (!file) return undefined
    let isChosen = true
    // A file that is too large is reported at once, not after the whole form was filled in.
    void trigger('userDataFile')
    void textOf(file).then((text) => {
      if (!isChosen || text === undefined) return
      setValue('userData', text, { shouldDirty: true, shouldValidate: true })
      setValue('userDataFile', null)
    })
    return () => {
      isChosen = false
    }
  }, [file, setValue, trigger])
  return (
    <FormSection title="Advanced">
      {firmware && <RadioField control={control} name="firmware" label="Firmware" required choices={firmware} />}
      {!file && (
        <TextAreaField
          control={control}
          name="userData"
          label="User data"
          hint="Passed to cloud-init or a similar tool, at most 32 KiB"
          rows={6}
          mono
          rules={[(text) => userDataProblem(textBytes(text))]}
        />
      )}
      <FileField
        control={control}
        name="userDataFile"
        label="User data from a file"
        hint="A text file fills the field above. Any other file is passed as it is."
        validate={(chosen) => (chosen ? userDataProblem(chosen.size) : undefined)}
      />
    </FormSection>
  )
}

import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { TextField } from '~/form/text-fields.tsx'
import type { Validator } from '~/form/validators.ts'

const validateUrl: Validator<string> = (text) => {
  if (text === '') return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'Endpoint must be an http or https URL'
  return url.username || url.password ? 'Endpoint must not contain a password' : undefined
}

export const EndpointField = <V extends FieldValues>({
  control,
  name,
  checkOnLeave,
}: {
  control: Control<V>
  name: FieldPath<V>
  checkOnLeave: () => unknown
}) => (
  <TextField
    control={control}
    name={name}
    label="Endpoint"
    required
    mono
    placeholder="https://hooks.example.org/skerry"
    hint="Alerts are sent by POST, as JSON"
    rules={[validateUrl]}
    checkOnLeave={checkOnLeave}
  />
)

import { maxDescriptionLength, nameProblem } from '@skerry/contract/rules/names.ts'
import { Eye, EyeOff } from 'lucide-react'
import { type HTMLInputTypeAttribute, useEffect, useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { inSentence } from '~/lib/format/words.ts'
import { IconButton } from '~/ui/icon-button.tsx'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import { extrasOf } from './form-extras.ts'
import { forEachListed, type Validator, validateIpNet, validateLength, validatePorts } from './validators.ts'
import { whenReleased } from './when-released.ts'

export interface TextFieldProps<V extends FieldValues, N extends FieldPath<V> = FieldPath<V>> extends FieldProps<V, N> {
  placeholder?: string
  type?: HTMLInputTypeAttribute
  /** Set in the mono face: addresses, ids, keys. */
  mono?: boolean
  /** Off unless said. */
  autoComplete?: string
  /** Rules before `validate`. */
  rules?: readonly Validator<string>[]
  /** Checks text when its field is left, before the form is sent, and what is wrong with each change: it is pasted. */
  checkOnLeave?: () => unknown
}

/** One line of text, without blanks around it: pasted text often has them. */
export function TextField<V extends FieldValues, N extends FieldPath<V>>(props: TextFieldProps<V, N>) {
  const { label, required, hint, placeholder, type = 'text', mono, autoComplete = 'off', rules, checkOnLeave } = props
  const { id, error, value, setValue, input } = useField<V, string>(props as FieldProps<V>, rules)
  const [typed, setTyped] = useState('')
  return (
    <FieldFrame {...{ id, label, required, hint, error }}>
      <input
        {...input}
        type={type}
        value={typed.trim() === value ? typed : (value ?? '')}
        onChange={(event) => {
          setTyped(event.target.value)
          setValue(event.target.value.trim())
          if (error) checkOnLeave?.()
        }}
        onBlur={() => {
          setTyped(value ?? '')
          input.onBlur()
          if (checkOnLeave && (value || error)) whenReleased(id, checkOnLeave)
        }}
        autoComplete={autoComplete}
        spellCheck={false}
        placeholder={placeholder}
        className={`control ${mono ? 'text-mono' : ''}`}
      />
    </FieldFrame>
  )
}

/** A name by the contract's rules, each with a message of its own. */
export const NameField = <V extends FieldValues, N extends FieldPath<V>>({
  label = 'Name',
  required = true,
  ...rest
}: Omit<TextFieldProps<V, N>, 'label'> & { label?: string }) => (
  <TextField<V, N>
    {...rest}
    label={label}
    required={required}
    rules={[
      (value) => {
        const problem = nameProblem(value)
        return problem && `${label} ${problem}`
      },
      ...(rest.rules ?? []),
    ]}
  />
)

export const DescriptionField = <V extends FieldValues, N extends FieldPath<V>>({
  label = 'Description',
  ...rest
}: Omit<FieldProps<V, N>, 'label'> & { label?: string }) => (
  <TextAreaField<V, N> {...rest} label={label} rules={[validateLength(label, maxDescriptionLength)]} />
)

export const IpNetField = <V extends FieldValues, N extends FieldPath<V>>(props: TextFieldProps<V, N>) => (
  <TextField<V, N> mono {...props} rules={[validateIpNet]} />
)

/** Several networks may be given, for a list (`listing`). */
export const IpNetsField = <V extends FieldValues, N extends FieldPath<V>>(props: TextFieldProps<V, N>) => (
  <TextField<V, N> mono {...props} rules={[forEachListed(validateIpNet)]} />
)

/** Several ports and ranges may be given, for a list (`listing`). */
export const PortsField = <V extends FieldValues, N extends FieldPath<V>>(props: TextFieldProps<V, N>) => (
  <TextField<V, N> mono {...props} rules={[forEachListed(validatePorts)]} />
)

export interface TextAreaFieldProps<V extends FieldValues, N extends FieldPath<V>> extends FieldProps<V, N> {
  rows?: number
  /** Masked, with a button that shows it. Never kept over a sign-in. */
  secret?: boolean
  mono?: boolean
  placeholder?: string
  rules?: readonly Validator<string>[]
}

export function TextAreaField<V extends FieldValues, N extends FieldPath<V>>(props: TextAreaFieldProps<V, N>) {
  const { control, name, label, required, hint, rows = 3, mono, secret = false, placeholder, rules } = props
  const { id, error, value, setValue, input } = useField<V, string>(props as FieldProps<V>, rules)
  const [shown, setShown] = useState(!secret)
  useSecret(control, name, secret)
  return (
    <FieldFrame {...{ id, label, required, hint, error }}>
      <div className="relative">
        <textarea
          {...input}
          rows={rows}
          value={value ?? ''}
          onChange={(event) => setValue(event.target.value)}
          autoComplete="off"
          spellCheck={!mono}
          placeholder={placeholder}
          className={`control resize-y py-2 ${mono ? 'text-mono' : ''} ${secret ? 'pr-10' : ''} ${
            shown ? '' : '[-webkit-text-security:disc]'
          }`}
        />
        {secret && (
          <span className="absolute top-1 right-1">
            <ShowButton label={label} shown={shown} onChange={setShown} />
          </span>
        )}
      </div>
    </FieldFrame>
  )
}

/** Masked, with a button that shows it. Never kept over a sign-in. */
export function SecretField<V extends FieldValues, N extends FieldPath<V>>(props: TextFieldProps<V, N>) {
  const { control, name, label, required, hint, placeholder, autoComplete = 'off', rules } = props
  const { id, error, value, setValue, input } = useField<V, string>(props as FieldProps<V>, rules)
  const [shown, setShown] = useState(false)
  useSecret(control, name)
  return (
    <FieldFrame {...{ id, label, required, hint, error }}>
      <div className="control pr-1">
        <input
          {...input}
          type={shown ? 'text' : 'password'}
          value={value ?? ''}
          onChange={(event) => setValue(event.target.value)}
          autoComplete={autoComplete}
          spellCheck={false}
          placeholder={placeholder}
        />
        <ShowButton label={label} shown={shown} onChange={setShown} />
      </div>
    </FieldFrame>
  )
}

/** Excludes a field from what is kept over a sign-in, in rows of a list too. */
export function useSecret<V extends FieldValues>(control: Control<V>, name: string, isSecret = true): void {
  useEffect(() => {
    if (isSecret) extrasOf(control).secrets.add(name.replaceAll(/\.\d+/g, ''))
  }, [control, name, isSecret])
}

interface ShowButtonProps {
  label: string
  shown: boolean
  onChange: (shown: boolean) => void
}

const ShowButton = ({ label, shown, onChange }: ShowButtonProps) => (
  <IconButton
    label={shown ? `Hide ${inSentence(label)}` : `Show ${inSentence(label)}`}
    icon={shown ? <EyeOff /> : <Eye />}
    variant="quiet"
    size="sm"
    onClick={() => onChange(!shown)}
  />
)

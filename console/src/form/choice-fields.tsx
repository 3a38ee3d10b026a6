import type { ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from './field.tsx'

export interface Choice<T extends string | number | boolean = string> {
  value: T
  label: string
  description?: ReactNode
  /** Why it cannot be chosen. */
  refusal?: string | false
}

export interface RadioFieldProps<V extends FieldValues, N extends FieldPath<V>> extends FieldProps<V, N> {
  choices: readonly Choice<string | number | boolean>[]
  /** Cards side by side (unless said), or a plain list one under another. */
  layout?: 'cards' | 'list'
  onChoose?: (value: string | number | boolean) => void
}

export function RadioField<V extends FieldValues, N extends FieldPath<V>>(props: RadioFieldProps<V, N>) {
  const { label, required = true, hint, choices, layout = 'cards', onChoose } = props
  const { id, error, value, setValue, input } = useField<V, string | number | boolean>(props as FieldProps<V>)
  const { ref, onBlur } = input
  const focused = choices.find((choice) => choice.value === value) ?? choices.find((choice) => !choice.refusal)
  return (
    <FieldFrame {...{ id, label, required, hint, error }} group>
      <div
        className={
          layout === 'cards' ? 'grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2' : 'flex flex-col gap-1'
        }
      >
        {choices.map((choice) => (
          <RadioCard
            key={String(choice.value)}
            choice={choice}
            name={id}
            card={layout === 'cards'}
            checked={choice.value === value}
            inputRef={choice === focused ? ref : undefined}
            onBlur={onBlur}
            onChoose={() => {
              setValue(choice.value)
              onChoose?.(choice.value)
            }}
          />
        ))}
      </div>
    </FieldFrame>
  )
}

interface RadioCardProps {
  choice: Choice<string | number | boolean>
  name: string
  card: boolean
  checked: boolean
  inputRef?: (element: HTMLInputElement | null) => void
  onBlur: () => void
  onChoose: () => void
}

function RadioCard({ choice, name, card, checked, inputRef, onBlur, onChoose }: RadioCardProps) {
  const remark = choice.refusal || choice.description
  return (
    <label
      className={`relative block ${choice.refusal ? 'text-ink-3' : 'cursor-pointer'} ${
        card
          ? `choice-card rounded-md border px-3 py-2.25 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${
              checked ? 'border-accent bg-accent-wash' : 'border-line-strong not-has-disabled:hover:bg-raised'
            }`
          : 'flex gap-2 py-1 pointer-coarse:py-2.5'
      }`}
    >
      <input
        ref={inputRef}
        type="radio"
        name={name}
        checked={checked}
        disabled={Boolean(choice.refusal)}
        onBlur={onBlur}
        onChange={onChoose}
        className={card ? 'absolute size-px opacity-0' : 'tick mt-0.5'}
      />
      <span>
        {choice.label}
        {remark && <small className="block text-xs text-ink-3">{remark}</small>}
      </span>
    </label>
  )
}

export interface CheckboxFieldProps<V extends FieldValues, N extends FieldPath<V>> extends FieldProps<V, N> {
  /** Why it cannot be changed now. */
  refusal?: string | false
  /** Shows it as off while it has no effect. The form keeps its value. */
  off?: boolean
}

export const CheckboxField = <V extends FieldValues, N extends FieldPath<V>>(props: CheckboxFieldProps<V, N>) => (
  <Toggle {...props} className="tick" />
)

/** On or off, as a switch. */
export const SwitchField = <V extends FieldValues, N extends FieldPath<V>>(props: CheckboxFieldProps<V, N>) => (
  <Toggle {...props} asSwitch className="switch" />
)

function Toggle<V extends FieldValues, N extends FieldPath<V>>(
  props: CheckboxFieldProps<V, N> & { asSwitch?: boolean; className: string },
) {
  const { label, refusal, off = false, asSwitch, className } = props
  const hint = refusal || props.hint
  const { id, error, value, setValue, input } = useField<V, boolean>({ ...props, hint } as FieldProps<V>)
  return (
    <div>
      <label className={`flex items-start gap-2 pointer-coarse:py-2.5 ${refusal ? 'text-ink-3' : 'cursor-pointer'}`}>
        <input
          {...input}
          type="checkbox"
          {...(asSwitch && { role: 'switch' })}
          checked={!off && (value ?? false)}
          disabled={Boolean(refusal)}
          onChange={(event) => setValue(event.target.checked)}
          className={`${className} mt-0.5`}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className={`mt-0.5 text-xs text-ink-3 ${asSwitch ? 'pl-9' : 'pl-6'}`}>
          {hint}
        </div>
      )}
    </div>
  )
}

import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import { type Validator, maxDiskGib, gibFor, validateDiskSize, validateNumber } from './validators.ts'
import { whenReleased } from './when-released.ts'

export interface NumberFieldProps<V extends FieldValues, N extends FieldPath<V> = FieldPath<V>> extends FieldProps<
  V,
  N
> {
  /** 0 by default. A value outside the bounds is an error; it is never changed for the user. */
  min?: number
  max?: number
  step?: number
  unit?: string
  /** In place of the rule that `min` and `max` make. */
  rule?: Validator<number | null>
  /** Checks the field when it is left filled in, before the form is sent; what is wrong then, with each change. */
  checkOnLeave?: () => unknown
}

/** No separators: "1,5" means different numbers in different countries. */
const parse = (text: string): number | null => {
  const digits = text.trim()
  if (digits === '') return null
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN
}

/** A whole number with a stepper; the form's value is `number | null`, NaN for text that is no number. */
export function NumberField<V extends FieldValues, N extends FieldPath<V>>(props: NumberFieldProps<V, N>) {
  const { label, required, hint, min = 0, max, step = 1, unit, checkOnLeave } = props
  const { rule = validateNumber(label, min, max) } = props
  const { id, error, value, setValue, input } = useField<V, number | null>(props as FieldProps<V>, [rule])
  const [text, setText] = useState('')
  const shown = Object.is(parse(text), value ?? null)
    ? text
    : value === null || value === undefined
      ? ''
      : String(value)

  const take = (next: string) => {
    setText(next)
    setValue(parse(next))
    if (error) checkOnLeave?.()
  }
  const bounded = (wanted: number) => Math.min(max ?? Infinity, Math.max(min, wanted))
  const stepBy = (by: number) => take(String(bounded((value || 0) + by)))
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step, PageUp: 10 * step, PageDown: -10 * step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    stepBy(by)
  }
  const stepper =
    'grid h-full w-8 flex-none pointer-coarse:w-11 place-items-center text-ink-2 enabled:hover:bg-raised enabled:hover:text-ink disabled:text-line-strong'

  return (
    <FieldFrame {...{ id, label, unit, required, hint, error }}>
      <div className="control h-9 w-40 overflow-hidden pointer-coarse:h-11 pointer-coarse:w-48 pr-0">
        <input
          {...input}
          role="spinbutton"
          aria-valuenow={Number.isFinite(value) ? (value as number) : undefined}
          aria-valuemin={min}
          aria-valuemax={max}
          inputMode="numeric"
          autoComplete="off"
          value={shown}
          onChange={(event) => take(event.target.value)}
          onBlur={() => {
            input.onBlur()
            if (checkOnLeave && (value !== null || error)) whenReleased(id, checkOnLeave)
          }}
          onKeyDown={onKeyDown}
          className="text-mono"
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Decrease ${label}`}
          disabled={value !== null && value <= min}
          onClick={() => stepBy(-step)}
          className={`${stepper} border-l border-line`}
        >
          <Minus />
        </button>
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Increase ${label}`}
          disabled={max !== undefined && value !== null && value >= max}
          onClick={() => stepBy(step)}
          className={`${stepper} border-l border-line`}
        >
          <Plus />
        </button>
      </div>
    </FieldFrame>
  )
}

/** Size of a disk in GiB, 1 to 1023, never below its source rounded up. */
export const DiskSizeField = <V extends FieldValues, N extends FieldPath<V>>({
  label = 'Size',
  sourceBytes,
  ...rest
}: Omit<NumberFieldProps<V, N>, 'label' | 'min' | 'max' | 'unit' | 'rule'> & {
  label?: string
  sourceBytes?: number
}) => (
  <NumberField<V, N>
    required
    {...rest}
    label={label}
    unit="GiB"
    min={Math.max(1, gibFor(sourceBytes ?? 0))}
    max={maxDiskGib}
    rule={validateDiskSize(label, sourceBytes)}
  />
)

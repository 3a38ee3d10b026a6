import { ChevronsUpDown } from 'lucide-react'
import { createContext, type FocusEvent, type Ref, useContext, useImperativeHandle, useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { lateCode } from '~/lib/late-code.ts'
import { type ReadFailure, RetryLine } from '~/ui/read-failure.tsx'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import { goneProblem, type ListItem } from './listbox.tsx'

const inputCode = lateCode(() => import('./combobox-input.tsx'))

/** What Enter does in a combobox whose list is closed: a sub-form adds its row. */
export const EnterContext = createContext<(() => void) | null>(null)

export interface ComboboxProps {
  id?: string
  /** Its name while the list is open too, which hides the label beside it from screen readers. */
  label: string
  /** Undefined while they load. */
  items: readonly ListItem[] | undefined
  value: string | null
  onChange: (value: string | null) => void
  /** Takes values the list does not have; the last option is then 'Custom: …'. */
  free?: boolean
  placeholder?: string
  disabled?: boolean
  /** The items could not be read. */
  failed?: boolean
  ref?: Ref<{ focus: () => void }>
  onBlur?: () => void
  'aria-invalid'?: true
  'aria-describedby'?: string
  'aria-required'?: true
}

/** What the loaded combobox takes over from the focused input that stood in for it. */
export interface ComboboxTakeover {
  /** What was typed; null: nothing. */
  text: string | null
  /** Enter was pressed after it: its first match is to be chosen. */
  enter: boolean
  /** The form focused it: the list would cover the message, or the fields above. */
  closed: boolean
  /** The focus has gone elsewhere: what was typed stays, and nothing is chosen. */
  left?: boolean
}

/** The placeholder of an empty one, and the text of its empty list. */
export const placeholderOf = (items: unknown, own = 'Type to search', failed = false): string =>
  items ? own : failed ? 'Not loaded' : 'Loading'

/** Where its list stands, and the fields around it: elsewhere screen readers would find a list that belongs to nothing. */
export const surroundingsOf = (input: HTMLElement): HTMLElement =>
  input.closest<HTMLElement>('[role=dialog], [role=alertdialog], main') ?? document.body

/** A form that opened has put the focus here, past its first fields, which the list would hide. */
export function isBegunBelowOthers({ target, relatedTarget }: FocusEvent<HTMLInputElement>): boolean {
  const around = surroundingsOf(target)
  return !around.contains(relatedTarget) && around.querySelector('input, textarea, [role=combobox]') !== target
}

/**
 * Chooses one of many by typing part of it. Its code loads after the page is painted; until then an input stands in for
 * it, whose focus and text it takes over.
 */
function Combobox(props: ComboboxProps) {
  const code = inputCode.use()
  const [takeover, setTakeover] = useState<ComboboxTakeover>()
  if (code) return <code.ComboboxInput {...props} takeover={takeover} />
  return <StandIn {...props} takeover={takeover} onTakeover={setTakeover} />
}

interface StandInProps extends ComboboxProps {
  takeover: ComboboxTakeover | undefined
  onTakeover: (takeover: ComboboxTakeover | undefined) => void
}

function StandIn({ takeover, onTakeover, ...props }: StandInProps) {
  const { label, items, value, onChange: _, free: _free, placeholder, failed, onBlur, ref, ...input } = props
  const onEnter = useContext(EnterContext)
  const own = useRef<HTMLInputElement>(null)
  const isRefused = useRef(false)
  useImperativeHandle(ref, () => ({
    focus: () => {
      isRefused.current = true
      own.current?.focus()
      isRefused.current = false
    },
  }))
  return (
    <div className="control pr-2">
      <input
        {...input}
        ref={own}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={false}
        aria-haspopup="listbox"
        // Its list is not there yet.
        aria-controls={undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholderOf(items, placeholder, failed)}
        value={takeover?.text ?? items?.find((item) => item.value === value)?.label ?? value ?? ''}
        onPointerEnter={inputCode.fetch}
        onFocus={(event) => {
          event.target.select()
          onTakeover({
            text: takeover?.text ?? null,
            enter: false,
            closed: isRefused.current || isBegunBelowOthers(event),
          })
          inputCode.fetchWanted()
        }}
        onChange={(event) => onTakeover({ text: event.target.value, enter: false, closed: false })}
        onBlur={() => {
          onTakeover(takeover?.text ? { ...takeover, enter: false, left: true } : undefined)
          onBlur?.()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          event.stopPropagation()
          if (takeover?.text) onTakeover({ ...takeover, enter: true })
          else onEnter?.()
        }}
      />
      <ChevronsUpDown className="pointer-events-none text-ink-3" />
    </div>
  )
}

export interface ComboboxFieldProps<V extends FieldValues, N extends FieldPath<V>> extends FieldProps<V, N> {
  items: readonly ListItem[] | undefined
  failure?: ReadFailure | undefined
  free?: boolean
  placeholder?: string
  disabled?: boolean
  /** After the form's value was set: to reset dependent fields. */
  onChoose?: (value: string | null) => void
}

export function ComboboxField<V extends FieldValues, N extends FieldPath<V>>(props: ComboboxFieldProps<V, N>) {
  const { label, required, hint, items, failure, free, placeholder, disabled, onChoose } = props
  const field = props as FieldProps<V>
  const { id, error, value, setValue, input } = useField<V, string | null>({
    ...field,
    validate: (chosen, values) => field.validate?.(chosen, values) ?? (free ? undefined : goneProblem(items, chosen)),
  })
  return (
    <FieldFrame {...{ id, label, required, hint, error }}>
      <Combobox
        {...input}
        label={label}
        items={items}
        value={value || null}
        onChange={(next) => {
          setValue(next)
          onChoose?.(next)
        }}
        free={free}
        placeholder={placeholder}
        disabled={disabled}
        failed={failure !== undefined}
      />
      {failure && <RetryLine failure={failure} />}
    </FieldFrame>
  )
}

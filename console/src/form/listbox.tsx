import { ChevronsUpDown } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { lateCode } from '~/lib/late-code.ts'
import { Badge } from '~/ui/badge.tsx'
import { type ReadFailure, RetryLine } from '~/ui/read-failure.tsx'
import { FieldFrame, type FieldProps, useField } from './field.tsx'

const selectCode = lateCode(() => import('./listbox-select.tsx'))

export interface ListItem {
  value: string
  label: string
  /** Under the label: an image's OS and version, an address. */
  description?: ReactNode
  /** Carries the default badge. */
  isDefault?: boolean
  /** Why it cannot be chosen. */
  refusal?: string | false
}

/** The order of pools and their like: defaults first, else as given. */
export const defaultsFirst = (items: readonly ListItem[]): ListItem[] => [
  ...items.filter((item) => item.isDefault),
  ...items.filter((item) => !item.isDefault),
]

/** Lists change while forms are open: what was chosen may be gone. */
export const goneProblem = (items: readonly ListItem[] | undefined, value: string | null): string | undefined =>
  items?.every((item) => item.value !== value) ? 'No longer available: choose another' : undefined

export interface ListboxProps {
  id?: string
  /** Accessible name where no label names it. */
  label?: string
  items: readonly ListItem[] | undefined
  value: string | null
  onChange: (value: string) => void
  placeholder?: string
  disabled?: boolean
  failed?: boolean
  ref?: Ref<HTMLButtonElement>
  onBlur?: () => void
  'aria-invalid'?: true
  'aria-describedby'?: string
  'aria-required'?: true
}

/**
 * Chooses one of a list. Without items it shows 'No items' and cannot be opened. Its code loads after the page is
 * painted; until then a button stands in for it, whose focus it takes over.
 */
function Listbox(props: ListboxProps) {
  const code = selectCode.use()
  const [takeover, setTakeover] = useState<{ open: boolean }>()
  if (code) return <code.ListboxSelect {...props} takeover={takeover} />
  const { label, items, value, onChange: _, placeholder, disabled, failed, onBlur, ...trigger } = props
  const chosen = items?.some((item) => item.value === value)
  const open = () => {
    setTakeover({ open: true })
    selectCode.fetchWanted()
  }
  return (
    <button
      {...trigger}
      type="button"
      role="combobox"
      aria-label={label}
      aria-haspopup="listbox"
      // Its list is not there yet.
      aria-controls={undefined}
      aria-expanded={takeover?.open ?? false}
      disabled={disabled || !items?.length}
      className="control gap-2 text-left"
      onPointerEnter={selectCode.fetch}
      onFocus={() => {
        setTakeover((now) => now ?? { open: false })
        selectCode.fetch()
      }}
      onBlur={() => {
        setTakeover(undefined)
        onBlur?.()
      }}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && takeover?.open) {
          event.stopPropagation()
          setTakeover({ open: false })
        }
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        open()
      }}
    >
      <span className={`min-w-0 flex-1 truncate ${chosen ? '' : 'text-ink-3'}`}>
        <ListboxValue {...{ items, value, placeholder, failed }} />
      </span>
      <ChevronsUpDown className="text-ink-3" />
    </button>
  )
}

type ListboxValueProps = Pick<ListboxProps, 'items' | 'value' | 'placeholder' | 'failed'>

/** The text of a closed listbox. */
export function ListboxValue({ items, value, placeholder = 'Choose one', failed }: ListboxValueProps) {
  const chosen = items?.find((item) => item.value === value)
  if (chosen) return <ItemLine item={chosen} />
  if (items) return items.length === 0 ? 'No items' : placeholder
  return failed ? 'Not loaded' : 'Loading'
}

export const ItemLine = ({ item }: { item: ListItem }) => (
  <span className="inline-flex max-w-full items-center gap-2">
    <span className="truncate">{item.label}</span>
    {item.isDefault && <Badge>default</Badge>}
  </span>
)

export interface ListboxFieldProps<V extends FieldValues, N extends FieldPath<V>> extends FieldProps<V, N> {
  items: readonly ListItem[] | undefined
  /** Why the items could not be read. */
  failure?: ReadFailure | undefined
  placeholder?: string
  disabled?: boolean
  /** After the form's value was set: to reset what hangs on it. */
  onChoose?: (value: string) => void
}

export function ListboxField<V extends FieldValues, N extends FieldPath<V>>(props: ListboxFieldProps<V, N>) {
  const { label, required, hint, items, failure, placeholder, disabled, onChoose } = props
  // Forms may begin with an item that cannot be chosen.
  const refusal = (chosen: string | null) => items?.find((item) => item.value === chosen)?.refusal || undefined
  const { id, error, value, setValue, input } = useField<V, string | null>(props as FieldProps<V>, [
    (chosen) => goneProblem(items, chosen),
    refusal,
  ])
  return (
    <FieldFrame {...{ id, label, required, hint, error }}>
      <Listbox
        {...input}
        items={items}
        value={value ?? null}
        onChange={(next) => {
          setValue(next)
          onChoose?.(next)
        }}
        placeholder={placeholder}
        disabled={disabled}
        failed={failure !== undefined}
      />
      {failure && <RetryLine failure={failure} />}
    </FieldFrame>
  )
}

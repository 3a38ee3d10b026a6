import { Select } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Badge } from '~/ui/badge.tsx'
import { type ReadFailure, RetryLine } from '~/ui/read-failure.tsx'
import { FieldFrame, type FieldProps, useField } from './field.tsx'

export interface ListItem {
  value: string
  label: string
  /** Under the label: an image's OS and version, an address. */
  description?: ReactNode
  /** Carries the default badge. */
  isDefault?: boolean
  /** Why it cannot be chosen. */
  disabled?: string | false
}

/** The order of pools and their like: defaults first, else as given. */
export const defaultsFirst = (items: readonly ListItem[]): ListItem[] => [
  ...items.filter((item) => item.isDefault),
  ...items.filter((item) => !item.isDefault),
]

export interface ListboxProps {
  id?: string
  /** Accessible name where no label names it. */
  label?: string
  /** Undefined while they load. */
  items: readonly ListItem[] | undefined
  value: string | null
  onChange: (value: string) => void
  placeholder?: string
  disabled?: boolean
  /** The items could not be read. */
  failed?: boolean
  ref?: Ref<HTMLButtonElement>
  onBlur?: () => void
  'aria-invalid'?: true
  'aria-describedby'?: string
  'aria-required'?: true
}

/** Chooses one of a list. Without items it says 'No items' and cannot be opened. */
function Listbox({ label, items, value, onChange, placeholder, disabled, failed, ...trigger }: ListboxProps) {
  const chosen = items?.find((item) => item.value === value)
  const empty = items?.length === 0
  return (
    <Select.Root
      items={items ?? []}
      value={value}
      disabled={disabled || !items || empty}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Select.Trigger {...trigger} aria-label={label} className="control gap-2 text-left">
        <Select.Value className={`min-w-0 flex-1 truncate ${chosen ? '' : 'text-ink-3'}`}>
          {() =>
            chosen ? (
              <ItemLine item={chosen} />
            ) : empty ? (
              'No items'
            ) : items ? (
              (placeholder ?? 'Choose one')
            ) : failed ? (
              'Not loaded'
            ) : (
              'Loading'
            )
          }
        </Select.Value>
        <ChevronsUpDown className="text-ink-3" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner
          alignItemWithTrigger={false}
          sideOffset={4}
          collisionPadding={8}
          className="z-60 outline-none"
        >
          <Select.Popup className="popup max-h-[min(22rem,var(--available-height))] min-w-(--anchor-width) max-w-(--available-width) overflow-y-auto p-1 outline-none">
            <Select.List>
              {items?.map((item) => (
                <Select.Item
                  key={item.value}
                  value={item.value}
                  label={item.label}
                  disabled={Boolean(item.disabled)}
                  className={`popup-option ${item.disabled ? 'text-ink-3' : ''}`}
                >
                  <Select.ItemText className="min-w-0 flex-1">
                    <ItemLine item={item} />
                    {(item.disabled || item.description) && (
                      <span className="block text-xs text-ink-3">{item.disabled || item.description}</span>
                    )}
                  </Select.ItemText>
                  <Select.ItemIndicator className="flex-none text-accent">
                    <Check />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
}

const ItemLine = ({ item }: { item: ListItem }) => (
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
  const { id, error, value, setValue, input } = useField<V, string | null>(props as FieldProps<V>)
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

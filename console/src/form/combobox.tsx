import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronsUpDown } from 'lucide-react'
import { createContext, type KeyboardEvent, type Ref, useContext, useEffect, useId, useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { claimEscape } from '~/ui/layers.ts'
import { keepPlaced } from '~/ui/place.ts'
import { offered } from './combobox-match.ts'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import type { ListItem } from './listbox.tsx'

/** What Enter does in a combobox whose list is closed: a sub-form adds its row. */
export const EnterContext = createContext<(() => void) | null>(null)

export interface ComboboxProps {
  id?: string
  /** Accessible name where no label names it. */
  label?: string
  /** Undefined while they load. */
  items: readonly ListItem[] | undefined
  value: string | null
  onChange: (value: string | null) => void
  /** Takes values the list does not have; the last option is then 'Custom: …'. */
  free?: boolean
  placeholder?: string
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
  onBlur?: () => void
  'aria-invalid'?: true
  'aria-describedby'?: string
  'aria-required'?: true
}

/** Chooses one of many by typing part of it. The list is drawn in view only, so thousands are no burden. */
function Combobox({
  label,
  items,
  value,
  onChange,
  free = false,
  placeholder,
  disabled,
  onBlur,
  ...input
}: ComboboxProps) {
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const onEnterClosed = useContext(EnterContext)

  const chosenLabel = items?.find((item) => item.value === value)?.label ?? value ?? ''
  const options = offered(items ?? [], text ?? '', free)
  const rows = useVirtualizer({
    count: open ? options.length : 0,
    getScrollElement: () => list.current,
    estimateSize: () => 32,
    getItemKey: (index) => options[index]?.value ?? index,
    overscan: 8,
  })

  useEffect(() => {
    if (!open || !list.current || !box.current) return
    list.current.showPopover()
    return keepPlaced(list.current, box.current, { side: 'bottom', align: 'start', offset: 4, matchWidth: true })
  }, [open])
  useEffect(() => {
    if (active >= 0) rows.scrollToIndex(active)
  }, [active, rows])

  const show = () => {
    if (disabled || open) return
    setOpen(true)
    setActive(text ? 0 : options.findIndex((item) => item.value === value))
  }
  const hide = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = (item: ListItem | undefined) => {
    if (!item || item.disabled) return
    onChange(item.value)
    setText(null)
    hide()
  }
  const move = (by: number) => {
    if (!open) return show()
    if (options.length > 0) setActive((active + by + options.length) % options.length)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      claimEscape(event.nativeEvent)
      hide()
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // Enter never submits the form around: it chooses, or has the sub-form add its row.
      event.preventDefault()
      event.stopPropagation()
      if (open) choose(options[active])
      else onEnterClosed?.()
    } else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(active < 0 ? 0 : -1)
    else return
    event.preventDefault()
  }

  return (
    <div ref={box} className="control !pr-2">
      <input
        {...input}
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={items ? (placeholder ?? 'Type to find') : 'Loading'}
        value={text ?? chosenLabel}
        onFocus={(event) => {
          event.target.select()
          show()
        }}
        onClick={show}
        onBlur={() => {
          setText(null)
          hide()
          onBlur?.()
        }}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
          setActive(event.target.value ? 0 : -1)
          if (event.target.value === '') onChange(null)
        }}
        onKeyDown={onKeyDown}
      />
      <ChevronsUpDown className="pointer-events-none text-ink-3" />
      {open && (
        <div
          ref={list}
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={label ?? 'Options'}
          popover="manual"
          // A press on the list must not take focus from the input, which would close it.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          className="popup fixed m-0 max-h-80 max-w-[calc(100vw-1rem)] overflow-y-auto p-1"
        >
          {options.length === 0 && (
            <div role="option" aria-disabled="true" aria-selected="false" className="popup-option text-ink-3">
              {items && items.length === 0 ? 'No items' : 'No items match'}
            </div>
          )}
          <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map((row) => {
              const item = options[row.index]!
              return (
                // Keys are the input's: it keeps focus and points at the option with aria-activedescendant.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={item.value}
                  id={`${listId}-${row.index}`}
                  ref={rows.measureElement}
                  data-index={row.index}
                  role="option"
                  tabIndex={-1}
                  aria-selected={item.value === value}
                  aria-disabled={Boolean(item.disabled)}
                  aria-setsize={options.length}
                  aria-posinset={row.index + 1}
                  data-highlighted={row.index === active ? '' : undefined}
                  onPointerMove={() => setActive(row.index)}
                  onClick={() => choose(item)}
                  style={{ transform: `translateY(${row.start}px)` }}
                  className={`popup-option absolute inset-x-0 top-0 ${item.disabled ? 'text-ink-3' : ''}`}
                >
                  <span className="min-w-0">
                    <span className="block truncate">{item.label}</span>
                    {(item.disabled || item.description) && (
                      <span className="block text-xs text-ink-3">{item.disabled || item.description}</span>
                    )}
                  </span>
                </div>
              )
            })}
          </div>
        </div>
      )}
    </div>
  )
}

export interface ComboboxFieldProps<V extends FieldValues, N extends FieldPath<V>> extends FieldProps<V, N> {
  items: readonly ListItem[] | undefined
  free?: boolean
  placeholder?: string
  disabled?: boolean
  /** After the form's value was set: to reset what hangs on it. */
  onChoose?: (value: string | null) => void
}

export function ComboboxField<V extends FieldValues, N extends FieldPath<V>>(props: ComboboxFieldProps<V, N>) {
  const { label, required, hint, items, free, placeholder, disabled, onChoose } = props
  const { id, error, value, setValue, input } = useField<V, string | null>(props as FieldProps<V>)
  return (
    <FieldFrame {...{ id, label, required, hint, error }}>
      <Combobox
        {...input}
        items={items}
        value={value || null}
        onChange={(next) => {
          setValue(next)
          onChoose?.(next)
        }}
        free={free}
        placeholder={placeholder}
        disabled={disabled}
      />
    </FieldFrame>
  )
}

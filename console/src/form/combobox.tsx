import { Combobox as Base } from '@base-ui/react/combobox'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { ChevronsUpDown } from 'lucide-react'
import { createContext, type Ref, useContext, useImperativeHandle, useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { type ReadFailure, RetryLine } from '~/ui/read-failure.tsx'
import { claimEscape } from '~/ui/layers.ts'
import { offered } from './combobox-match.ts'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import type { ListItem } from './listbox.tsx'

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
  ref?: Ref<HTMLInputElement>
  onBlur?: () => void
  'aria-invalid'?: true
  'aria-describedby'?: string
  'aria-required'?: true
}

/** Chooses one of many by typing part of it. The list is drawn in view only, so thousands are no burden. */
function Combobox(props: ComboboxProps) {
  const { label, items, value, onChange, free = false, placeholder, disabled, failed, onBlur, ...input } = props
  const control = useRef<HTMLDivElement>(null)
  const rows = useRef<Rows>(null)
  const [text, setText] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  // In the dialog or page that the field is in: outside of both, readers would meet a list that belongs to nothing.
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const onEnterClosed = useContext(EnterContext)

  const chosen = value === null ? null : (items?.find((item) => item.value === value) ?? { value, label: value })
  const options = offered(items ?? [], text ?? '', free)

  const onKeyDown = (event: BaseKeyboardEvent) => {
    // With its list closed Esc belongs to the panel around it, and Enter to the sub-form; neither clears nor submits.
    if (event.key === 'Escape' && !open) event.preventBaseUIHandler()
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (open) return
    event.preventBaseUIHandler()
    onEnterClosed?.()
  }

  return (
    <Base.Root<ListItem>
      virtualized
      autoHighlight
      items={items ?? []}
      filteredItems={options}
      value={chosen}
      isItemEqualToValue={(one, other) => one.value === other.value}
      itemToStringLabel={({ label: words }) => words}
      inputValue={text ?? chosen?.label ?? ''}
      open={open}
      disabled={disabled}
      onValueChange={(item) => {
        onChange(item?.value ?? null)
        setText(null)
      }}
      onInputValueChange={(next, { reason }) => {
        if (reason === 'input-change') setText(next)
      }}
      onOpenChange={(next, { reason, event }) => {
        if (reason === 'escape-key') claimEscape(event)
        setOpen(next)
        if (!next) setText(null)
      }}
      onItemHighlighted={(item, { reason, index }) => {
        if (item && reason !== 'pointer') queueMicrotask(() => rows.current?.scrollToIndex(index))
      }}
    >
      <div ref={control} className="control pr-2">
        <Base.Input
          {...input}
          aria-label={label}
          spellCheck={false}
          placeholder={items ? (placeholder ?? 'Type to find') : failed ? 'Not loaded' : 'Loading'}
          onFocus={(event) => {
            event.target.select()
            setContainer(event.target.closest<HTMLElement>('[role=dialog], [role=alertdialog], main') ?? document.body)
            setOpen(true)
          }}
          onBlur={() => {
            setText(null)
            onBlur?.()
          }}
          onKeyDown={onKeyDown}
        />
        <ChevronsUpDown className="pointer-events-none text-ink-3" />
      </div>
      <Base.Portal container={container}>
        <Base.Positioner
          anchor={control}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-60 outline-none"
        >
          <Base.Popup className="popup max-w-(--available-width) min-w-(--anchor-width) overflow-hidden outline-none">
            <Base.Empty>
              {options.length === 0 && (
                <div className="px-3 py-2 text-ink-3">{items?.length === 0 ? 'No items' : 'No items match'}</div>
              )}
            </Base.Empty>
            <Base.List aria-label="Options">
              <Options options={options} rows={rows} />
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type BaseKeyboardEvent = Parameters<NonNullable<Base.Input.Props['onKeyDown']>>[0]
type Rows = Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>

function Options({ options, rows: ref }: { options: readonly ListItem[]; rows: Ref<Rows> }) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: options.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 32,
    getItemKey: (index) => options[index]?.value ?? index,
    overscan: 8,
  })
  useImperativeHandle(ref, () => rows, [rows])
  if (options.length === 0) return null
  return (
    <div ref={scroller} role="presentation" className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1">
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const item = options[row.index]
          return (
            item && (
              <Base.Item
                key={row.key}
                ref={rows.measureElement}
                index={row.index}
                data-index={row.index}
                value={item}
                disabled={Boolean(item.disabled)}
                aria-setsize={options.length}
                aria-posinset={row.index + 1}
                style={{ transform: `translateY(${row.start}px)` }}
                className={`popup-option absolute inset-x-0 top-0 ${item.disabled ? 'text-ink-3' : ''}`}
              >
                <span className="min-w-0">
                  <span className="block truncate">{item.label}</span>
                  {(item.disabled || item.description) && (
                    <span className="block text-xs text-ink-3">{item.disabled || item.description}</span>
                  )}
                </span>
              </Base.Item>
            )
          )
        })}
      </div>
    </div>
  )
}

export interface ComboboxFieldProps<V extends FieldValues, N extends FieldPath<V>> extends FieldProps<V, N> {
  items: readonly ListItem[] | undefined
  /** Why the items could not be read. */
  failure?: ReadFailure | undefined
  free?: boolean
  placeholder?: string
  disabled?: boolean
  /** After the form's value was set: to reset what hangs on it. */
  onChoose?: (value: string | null) => void
}

export function ComboboxField<V extends FieldValues, N extends FieldPath<V>>(props: ComboboxFieldProps<V, N>) {
  const { label, required, hint, items, failure, free, placeholder, disabled, onChoose } = props
  const { id, error, value, setValue, input } = useField<V, string | null>(props as FieldProps<V>)
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

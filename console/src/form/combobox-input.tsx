import { Combobox as Base } from '@base-ui/react/combobox'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { ChevronsUpDown } from 'lucide-react'
import { type Ref, useContext, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { claimEscape } from '~/lib/layers.ts'
import { isCut } from '~/ui/truncate.tsx'
import { offered } from './combobox-match.ts'
import {
  type ComboboxProps,
  type ComboboxTakeover,
  EnterContext,
  isBegunBelowOthers,
  placeholderOf,
  surroundingsOf,
} from './combobox.tsx'
import type { ListItem } from './listbox.tsx'

interface ComboboxInputProps extends ComboboxProps {
  takeover?: ComboboxTakeover | undefined
}

/** Chooses one of many by typing part of it. Only visible options are rendered, so that lists may be long. */
export function ComboboxInput({ takeover, ...props }: ComboboxInputProps) {
  const { label, items, value, onChange, free = false, placeholder, disabled, failed, onBlur, ref, ...input } = props
  const control = useRef<HTMLDivElement>(null)
  const rows = useRef<Rows>(null)
  const [text, setText] = useState(takeover?.text ?? null)
  const [open, setOpen] = useState(false)
  const highlighted = useRef(false)
  /** Enter was pressed before the items arrived: the first match is chosen then. */
  const [enterWaits, setEnterWaits] = useState(takeover?.enter ?? false)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const onEnterClosed = useContext(EnterContext)
  const own = useRef<HTMLInputElement>(null)
  const opensOnFocus = useRef(takeover?.left || !takeover?.closed)
  useImperativeHandle(ref, () => ({
    focus: () => {
      setOpen(false)
      opensOnFocus.current = false
      own.current?.focus()
      opensOnFocus.current = true
    },
  }))

  const takesOver = useRef(takeover !== undefined && !takeover.left)
  useEffect(() => {
    if (!takesOver.current) return
    own.current?.focus()
    opensOnFocus.current = true
    takesOver.current = false
    if (text !== null) own.current?.setSelectionRange(text.length, text.length)
    // Once: it takes over from what stood in for it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const chosen = value === null ? null : (items?.find((item) => item.value === value) ?? { value, label: value })
  const options = offered(items ?? [], text ?? '', free)

  const chooseFirst = () => {
    setEnterWaits(items === undefined)
    const first = options.find((item) => !item.refusal)
    if (!first) return
    onChange(first.value)
    setText(null)
    setOpen(false)
  }
  useEffect(() => {
    if (enterWaits && items) chooseFirst()
    // When they come, and not at each keystroke.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [enterWaits, items])

  const onKeyDown = (event: BaseKeyboardEvent) => {
    // With its list closed Esc belongs to the panel around it, and Enter to the sub-form; neither clears nor submits.
    if (event.key === 'Escape' && !open) event.preventBaseUIHandler()
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (open && highlighted.current) return
    event.preventBaseUIHandler()
    if (text) chooseFirst()
    else if (!open) onEnterClosed?.()
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
        if (reason !== 'input-change') return
        setText(next)
        setEnterWaits(false)
      }}
      onOpenChange={(next, { reason, event }) => {
        if (reason === 'escape-key') claimEscape(event)
        setOpen(next)
        if (next) return
        highlighted.current = false
        setText(null)
        setEnterWaits(false)
      }}
      onItemHighlighted={(item, { reason, index }) => {
        highlighted.current = item !== undefined
        if (item && reason !== 'pointer') queueMicrotask(() => rows.current?.scrollToIndex(index))
      }}
    >
      <div ref={control} className="control pr-2">
        <Base.Input
          {...input}
          ref={own}
          aria-label={label}
          spellCheck={false}
          className="truncate"
          placeholder={placeholderOf(items, placeholder, failed)}
          onPointerEnter={({ currentTarget }) => {
            currentTarget.title = isCut(currentTarget) ? currentTarget.value : ''
          }}
          onFocus={(event) => {
            if (text === null) event.target.select()
            setContainer(surroundingsOf(event.target))
            setOpen(opensOnFocus.current && (takesOver.current || !isBegunBelowOthers(event)))
          }}
          onBlur={() => {
            setText(null)
            setEnterWaits(false)
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
          <Base.Popup className="popup max-w-(--available-width) min-w-(--anchor-width) sm:min-w-[max(var(--anchor-width),min(22rem,var(--available-width)))] overflow-hidden outline-none">
            <Base.Empty>
              {options.length === 0 && (
                <div className="px-3 py-2 text-ink-3">
                  {items ? (items.length === 0 ? 'No items' : 'No items match') : placeholderOf(items, '', failed)}
                </div>
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
                disabled={Boolean(item.refusal)}
                aria-setsize={options.length}
                aria-posinset={row.index + 1}
                style={{ transform: `translateY(${row.start}px)` }}
                className={`popup-option absolute inset-x-0 top-0 ${item.refusal ? 'text-ink-3' : ''}`}
              >
                <span className="min-w-0">
                  <span className="block [overflow-wrap:anywhere]">{item.label}</span>
                  {(item.refusal || item.description) && (
                    <span className="block text-xs text-ink-3">{item.refusal || item.description}</span>
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

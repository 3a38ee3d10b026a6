import { Select } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ItemLine, type ListboxProps, ListboxValue } from './listbox.tsx'

interface ListboxSelectProps extends ListboxProps {
  /** Set where its stand-in already has the focus. */
  takeover?: { open: boolean } | undefined
}

/** Chooses one of a list. Without items it says 'No items' and cannot be opened. */
export function ListboxSelect(props: ListboxSelectProps) {
  const { takeover, label, items, value, onChange, placeholder, disabled, failed, ...trigger } = props
  const [open, setOpen] = useState(takeover?.open ?? false)
  const { id } = trigger
  useEffect(() => {
    // A list that opens takes the focus by itself.
    if (takeover && !takeover.open && id) document.getElementById(id)?.focus()
  }, [takeover, id])
  const chosen = items?.some((item) => item.value === value)
  return (
    <Select.Root
      open={open}
      onOpenChange={setOpen}
      items={items ?? []}
      value={value}
      disabled={disabled || !items?.length}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Select.Trigger {...trigger} aria-label={label} className="control gap-2 text-left">
        <Select.Value className={`min-w-0 flex-1 truncate ${chosen ? '' : 'text-ink-3'}`}>
          {() => <ListboxValue {...{ items, value, placeholder, failed }} />}
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
                  disabled={Boolean(item.refusal)}
                  className={`popup-option ${item.refusal ? 'text-ink-3' : ''}`}
                >
                  <Select.ItemText className="min-w-0 flex-1">
                    <ItemLine item={item} />
                    {(item.refusal || item.description) && (
                      <span className="block text-xs text-ink-3">{item.refusal || item.description}</span>
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

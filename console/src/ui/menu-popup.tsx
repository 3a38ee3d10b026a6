import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type MouseEvent, type RefObject, useId } from 'react'
import type { MenuItem } from './menu.tsx'
import { showTooltip, useTooltip } from './tooltip.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface MenuPopupProps {
  anchor: RefObject<HTMLButtonElement | null>
  label: string
  items: readonly MenuItem[]
  align: 'start' | 'end'
  onClose: () => void
}

export default function MenuPopup({ anchor, label, items, align, onClose }: MenuPopupProps) {
  const inOrder = [...items.filter((item) => !item.danger), ...items.filter((item) => item.danger)]
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-60 outline-none"
        >
          <Menu.Popup
            aria-label={label}
            finalFocus={anchor}
            className="popup max-h-(--available-height) min-w-44 animate-rise overflow-y-auto p-1 outline-none"
          >
            {groupsOf(inOrder).map((group) =>
              isChoice(group[0]) ? (
                <Menu.RadioGroup key={group[0].label} value={group.find(({ checked }) => checked)?.label ?? null}>
                  {group.map((item) => (
                    <Item key={item.label} item={item} />
                  ))}
                </Menu.RadioGroup>
              ) : (
                <Item key={group[0].label} item={group[0]} />
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

type Group = readonly [MenuItem, ...MenuItem[]]

/** Whether it is one option of a choice. Links navigate instead. */
const isChoice = ({ checked, link }: MenuItem) => checked !== undefined && !link

/** Consecutive choices are one group; any other item stands alone. */
function groupsOf(items: readonly MenuItem[]): Group[] {
  const groups: [MenuItem, ...MenuItem[]][] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && isChoice(last[0]) && isChoice(item)) last.push(item)
    else groups.push([item])
  }
  return groups
}

function Item({ item }: { item: MenuItem }) {
  const reasonId = useId()
  const disabled = Boolean(item.refusal)
  const shared = {
    ...useTooltip(item.refusal),
    // Disabled items get no clicks.
    onClickCapture: (event: MouseEvent<HTMLElement>) => item.refusal && showTooltip(event.currentTarget, item.refusal),
    label: item.label,
    'aria-describedby': disabled ? reasonId : undefined,
    className: `popup-option text-md ${disabled ? 'text-ink-3 opacity-70' : item.danger ? 'text-bad' : 'text-ink'}`,
  }
  const content = (
    <>
      {item.icon}
      <span className="flex-1">{item.label}</span>
      {item.checked && <Check />}
      {disabled && <VisuallyHidden id={reasonId}>{item.refusal}</VisuallyHidden>}
    </>
  )
  return (
    <>
      {item.separated && <Menu.Separator className="mx-1 my-1 border-t border-line" />}
      {item.link && !disabled ? (
        <Menu.LinkItem {...shared} render={item.link} aria-current={item.checked || undefined} closeOnClick>
          {content}
        </Menu.LinkItem>
      ) : isChoice(item) ? (
        <Menu.RadioItem {...shared} value={item.label} disabled={disabled} onClick={item.onSelect} closeOnClick>
          {content}
        </Menu.RadioItem>
      ) : (
        <Menu.Item {...shared} disabled={disabled} onClick={item.onSelect}>
          {content}
        </Menu.Item>
      )}
    </>
  )
}

import { type ComponentProps, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { copyFromMenu } from '~/lib/copy.ts'
import { createStore, type Store, useStore } from '~/lib/store.ts'
import { buttonClass, type ButtonLook } from './button.tsx'
import { lazyPart, PartBoundary } from './lazy-part.tsx'
import { useTooltip } from './tooltip.tsx'

export interface MenuItem {
  label: string
  /** Why it cannot be chosen: the item stays, and shows this in a tooltip and to screen readers. */
  refusal?: string | false | null
  /** Destroys something: red, and last. */
  danger?: boolean
  onSelect?: () => void
  /** A link instead of an action: `<Link to="…" />` without children. */
  link?: ReactElement
  icon?: ReactNode
  /** Draws a line above it. */
  separated?: boolean
  /** Of a choice of one among its neighbours (theme, rows a page): the chosen one shows a check. */
  checked?: boolean
}

/** `Copy ID` and its like. */
export const copyItem = (label: string, text: string): MenuItem => ({
  label,
  onSelect: () => void copyFromMenu(text),
})

const unchanging = createStore(0)

const MenuPopup = lazyPart(() => import('./menu-popup.tsx'), 'ahead')

export interface MenuButtonProps extends ButtonLook {
  /** Accessible name: `Row actions`, `User menu`. */
  label: string
  /** A function is called once the menu is open: for a button in each of many rows. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  /** Changes when the function may return something else; the button itself need not re-render. */
  changes?: Store<number> | undefined
  /** Three dots unless said. */
  children?: ReactNode
  align?: 'start' | 'end'
  className?: string
  buttonProps?: ComponentProps<'button'> & Record<`data-${string}`, unknown>
}

/** A button that opens a menu. The menu's code loads on hover or focus. */
export function MenuButton(props: MenuButtonProps) {
  const {
    label,
    items,
    changes,
    children,
    align = 'end',
    variant = 'quiet',
    size,
    square,
    className,
    buttonProps,
  } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { onPointerEnter, onFocus, ...tooltip } = useTooltip(children ? null : label)
  return (
    <>
      <button
        type="button"
        aria-label={label}
        {...tooltip}
        {...buttonProps}
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        className={buttonClass({ variant, size, square: square ?? !children }, className)}
        onPointerEnter={(event) => {
          MenuPopup.prefetch()
          onPointerEnter?.(event)
        }}
        onFocus={(event) => {
          MenuPopup.prefetch()
          onFocus?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        onClick={(event) => {
          event.stopPropagation()
          setOpen(true)
        }}
      >
        {children ?? <Dots />}
      </button>
      {open && (
        <PartBoundary onFailed={() => setOpen(false)}>
          <OpenMenu {...{ label, items, changes, align }} anchor={button} onClose={() => setOpen(false)} />
        </PartBoundary>
      )}
    </>
  )
}

/** In each row of a table: a plain shape renders in a fraction of the time of an icon of the library. */
const Dots = () => (
  <svg className="lucide" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 12h.01M12 12h.01M19 12h.01" stroke="currentColor" strokeWidth="3.7" strokeLinecap="round" />
  </svg>
)

type OpenMenuProps = Omit<ComponentProps<typeof MenuPopup>, 'items'> & Pick<MenuButtonProps, 'items' | 'changes'>

function OpenMenu({ items, changes = unchanging, ...popup }: OpenMenuProps) {
  useStore(changes)
  return <MenuPopup {...popup} items={typeof items === 'function' ? items() : items} />
}

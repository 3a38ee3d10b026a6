import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'

interface TooltipPopupProps {
  anchor: HTMLElement
  content: ReactNode
  /** The pointer is on the tooltip, which stays. */
  onKeep: () => void
  onLeave: () => void
  onDismiss: () => void
}

/** The text beside its element. Open while mounted. */
export default function TooltipPopup({ anchor, content, onKeep, onLeave, onDismiss }: TooltipPopupProps) {
  return (
    <Tooltip.Root open onOpenChange={(open) => !open && onDismiss()}>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={anchor}
          // Beside a menu's item: above, it would cover the previous one.
          side={anchor.getAttribute('role')?.startsWith('menuitem') ? 'left' : 'top'}
          sideOffset={12}
          collisionPadding={8}
          // Spared by open menus and dialogs, which hide all else from screen readers.
          aria-live="off"
          className="z-70"
        >
          <Tooltip.Popup
            role="tooltip"
            className="popup max-w-80 rounded-md px-2.5 py-1.5 text-sm [overflow-wrap:anywhere] whitespace-pre-line"
            onPointerEnter={onKeep}
            onPointerLeave={onLeave}
          >
            {content}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

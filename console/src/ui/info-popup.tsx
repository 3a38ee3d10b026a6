import { Popover } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'

interface InfoPopupProps {
  anchor: RefObject<HTMLButtonElement | null>
  title: string
  children: ReactNode
  onClose: () => void
}

export default function InfoPopup({ anchor, title, children, onClose }: InfoPopupProps) {
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={4} align="end" collisionPadding={8} className="z-60">
          <Popover.Popup finalFocus={anchor} className="popup w-72 animate-rise p-4 outline-none">
            <Popover.Title className="mb-1 font-medium">{title}</Popover.Title>
            <Popover.Description className="text-pretty text-ink-2">{children}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

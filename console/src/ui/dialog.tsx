import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { useLayer } from './layers.ts'

export interface DialogFrameProps {
  title: ReactNode
  /** Esc, the X, or a press beside the dialog. The dialog is open as long as it is mounted. */
  onDismiss: () => void
  children: ReactNode
  /** Element to focus on opening; unless said the first field or button of the body, on touch screens none of them. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Looks of the popup: where it stands and how wide it is. */
  className: string
  role?: 'dialog' | 'alertdialog'
}

const body = '[data-dialog-body]'
const field = `${body} :is(input:not([type=hidden], :disabled), textarea:not(:disabled), button[role=combobox])`
// Not the copy buttons among the facts, whose tooltip would open with the panel.
const action = `${body} :is(button:not(:disabled, dl button), a[href])`

// Focus goes to the first field, also where facts stand above it.
const firstIn = (popup: HTMLElement | null) =>
  popup?.querySelector<HTMLElement>(field) ?? popup?.querySelector<HTMLElement>(action) ?? true

/** What panels and modals share: scrim, focus kept inside and given back, Esc for the top layer alone. */
export function DialogFrame({
  title,
  onDismiss,
  children,
  initialFocus,
  className,
  role = 'dialog',
}: DialogFrameProps) {
  const takesEscape = useLayer()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open
      onOpenChange={(open, details) => {
        if (open || (details.reason === 'escape-key' && !takesEscape(details.event))) return
        onDismiss()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim" forceRender />
        <Base.Popup
          ref={popup}
          role={role}
          initialFocus={initialFocus ?? ((openedBy) => openedBy === 'touch' || firstIn(popup.current))}
          className={`fixed z-50 flex flex-col bg-surface shadow-overlay outline-none ${className}`}
        >
          <header className="flex min-h-15 items-center gap-3 py-3 pr-4 pl-6">
            <Base.Title className="min-w-0 flex-1 text-lg font-semibold [overflow-wrap:anywhere]">{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" icon={<X />} variant="quiet" tooltip="" />} />
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

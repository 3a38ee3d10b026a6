import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useLayer } from '~/lib/layers.ts'
import { IconButton } from './icon-button.tsx'

export interface DialogFrameProps {
  title: ReactNode
  /** Esc, the X, or a press beside the dialog. The dialog is open as long as it is mounted. */
  onDismiss: () => void
  children: ReactNode
  /** Element to focus on opening; by default the first field or button of the body, none on touch screens. */
  initialFocus?: RefObject<HTMLElement | null>
  /** What mod+Enter does, wherever in the dialog the focus is. */
  onModEnter?: (() => void) | undefined
  /** Looks of the popup: where it stands and how wide it is. */
  className: string
  role?: 'dialog' | 'alertdialog'
}

const field =
  ':is(input:not([type=hidden], [type=checkbox], :disabled), textarea:not(:disabled), button[role=combobox])'
// Not the copy buttons among the facts, whose tooltip would open with the panel.
const action = ':is(input[type=checkbox], button:not(dl button), a[href]):not(:disabled)'

const isWanted = (control: HTMLElement) =>
  control.ariaRequired === 'true' &&
  'value' in control &&
  control.value === '' &&
  control.tagName !== 'BUTTON' &&
  // The fields of a row to add are empty in every form.
  !control.closest('[data-draft]')

/**
 * The field to begin with: the first empty required one, else the first one, of radios the chosen one. Facts above and
 * switches are skipped.
 */
function firstIn(popup: HTMLElement | null): HTMLElement | true {
  const body = popup?.querySelector('[data-dialog-body]')
  const fields = [...(body?.querySelectorAll<HTMLElement>(field) ?? [])]
  const first = fields.find(isWanted) ?? fields[0]
  if (first?.matches('[type=radio]'))
    return first.closest('fieldset')?.querySelector<HTMLElement>('[type=radio]:checked') ?? first
  return first ?? body?.querySelector<HTMLElement>(action) ?? true
}

/** What panels and modals share: scrim, focus trap and restore, Esc for the top layer alone. */
export function DialogFrame({
  title,
  onDismiss,
  children,
  initialFocus,
  onModEnter,
  className,
  role = 'dialog',
}: DialogFrameProps) {
  const popup = useRef<HTMLDivElement>(null)
  const takesEscape = useLayer(popup)
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
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isDefaultPrevented()) return
            event.preventDefault()
            onModEnter?.()
          }}
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

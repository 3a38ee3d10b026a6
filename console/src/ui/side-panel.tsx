import type { ReactNode } from 'react'
import { actionBar } from '~/lib/action-bars.ts'
import { DialogFrame, type DialogFrameProps } from './dialog.tsx'

export interface SidePanelProps extends Pick<DialogFrameProps, 'title' | 'onDismiss' | 'initialFocus'> {
  children: ReactNode
  /** Buttons at the bottom; stays in view while the body scrolls. */
  footer?: ReactNode
}

/** A 32rem panel over the list it belongs to; the whole width on a phone. Open while mounted. */
export const SidePanel = ({ children, footer, ...frame }: SidePanelProps) => (
  <DialogFrame
    {...frame}
    className="inset-y-0 right-0 w-full max-sm:top-(--banners) animate-slide border-l border-line sm:w-128"
  >
    <PanelBody footer={footer}>{children}</PanelBody>
  </DialogFrame>
)

/** The scrolling middle and the footer of a dialog. */
export const PanelBody = ({ children, footer }: { children: ReactNode; footer?: ReactNode }) => (
  <>
    <div data-dialog-body className="flex min-h-0 flex-1 flex-col gap-4.5 overflow-y-auto px-6 pt-1 pb-6">
      {children}
    </div>
    {footer && (
      <footer ref={actionBar} className="flex flex-wrap items-center gap-2 border-t border-line px-6 py-3.5">
        {footer}
      </footer>
    )}
  </>
)

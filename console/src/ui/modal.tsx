import type { ReactNode } from 'react'
import { DialogFrame, type DialogFrameProps } from './dialog.tsx'
import { PanelBody } from './side-panel.tsx'

export type ModalSize = 'narrow' | 'medium' | 'free'

const width: Record<ModalSize, string> = {
  narrow: 'sm:w-96',
  medium: 'sm:w-112',
  free: 'sm:w-fit sm:min-w-96 sm:max-w-[min(48rem,calc(100vw-3rem))]',
}

export interface ModalProps extends Pick<
  DialogFrameProps,
  'title' | 'onDismiss' | 'initialFocus' | 'onModEnter' | 'role'
> {
  /** 24rem, 28rem (default), or 24–48rem by its content. */
  size?: ModalSize
  children: ReactNode
  footer?: ReactNode
  /** Wraps body and footer: a form around both. */
  renderBody?: (body: ReactNode) => ReactNode
}

/** A box over the middle of the page; the whole width on a phone. Open while mounted. */
export function Modal({ size = 'medium', children, footer, renderBody = (body) => body, ...dialog }: ModalProps) {
  return (
    <DialogFrame
      {...dialog}
      className={`inset-x-0 top-(--modal-top) mx-auto max-h-[calc(100dvh-var(--modal-top)-1rem)] w-full animate-rise rounded-lg border border-line ${width[size]}`}
    >
      {renderBody(<PanelBody footer={footer}>{children}</PanelBody>)}
    </DialogFrame>
  )
}

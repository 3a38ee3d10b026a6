import { type ReactNode, useRef } from 'react'
import { Button } from '~/ui/button.tsx'
import { type ReadState, StaleNote } from '~/ui/read-failure.tsx'
import { SidePanel } from '~/ui/side-panel.tsx'
import type { Path } from '../paths/path.ts'
import { useClosePanel } from '../paths/use-close-panel.ts'

interface DetailPanelProps {
  title: string
  /** The page under the panel. */
  closeTo: Path
  /** Buttons before Close. */
  actions?: ReactNode
  read?: ReadState
  children: ReactNode
}

/** A thing to look at, over its list. It focuses Close: nothing in it waits for an answer. */
export function DetailPanel({ title, closeTo, actions, read, children }: DetailPanelProps) {
  const close = useClosePanel(closeTo)
  const closeButton = useRef<HTMLButtonElement>(null)
  return (
    <SidePanel
      title={title}
      onDismiss={close}
      initialFocus={closeButton}
      footer={
        <>
          {actions}
          <Button ref={closeButton} onClick={close}>
            Close
          </Button>
        </>
      }
    >
      {read?.stale && <StaleNote failure={read.stale} />}
      {children}
    </SidePanel>
  )
}

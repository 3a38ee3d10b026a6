import { Info } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { lazyPart, PartBoundary } from './lazy-part.tsx'

const InfoPopup = lazyPart(() => import('./info-popup.tsx'))

/** Explains a page. @param title `Disks`. */
export function InfoButton({ title, children }: { title: string; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        ref={button}
        label={`About ${title}`}
        icon={<Info />}
        variant="quiet"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={InfoPopup.prefetch}
        onFocus={InfoPopup.prefetch}
        onClick={() => setOpen(true)}
      />
      {open && (
        <PartBoundary onFailed={close}>
          <InfoPopup anchor={button} title={title} onClose={close}>
            {children}
          </InfoPopup>
        </PartBoundary>
      )}
    </>
  )
}

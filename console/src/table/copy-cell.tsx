import type { ReactNode } from 'react'
import { CopyButton } from '~/ui/copy-button.tsx'

/** A cell whose text is often wanted elsewhere. @param label what the button is called: `Copy address` */
export const CopyCell = ({ text, label, children = text }: { text: string; label: string; children?: ReactNode }) => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap">
    {children}
    <CopyButton text={text} label={label} />
  </span>
)

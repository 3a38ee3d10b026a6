import type { ReactNode } from 'react'
import { CopyButton } from '~/ui/copy-button.tsx'

/** A cell with a button that copies its text. @param label of the button: `Copy address` */
export const CopyCell = ({ text, label, children = text }: { text: string; label: string; children?: ReactNode }) => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap">
    {children}
    <CopyButton text={text} label={label} />
  </span>
)

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '~/lib/copy.ts'
import { IconButton } from './icon-button.tsx'

/** Copies `text`; a check replaces the icon for 2000 ms. @param label `Copy ID`. */
export function CopyButton({ text, label = 'Copy', className }: { text: string; label?: string; className?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      label={label}
      variant="quiet"
      size="sm"
      className={className}
      icon={copied ? <Check className="text-ok" /> : <Copy />}
      onClick={async (event) => {
        event.stopPropagation()
        setCopied(await copyText(text))
      }}
    />
  )
}

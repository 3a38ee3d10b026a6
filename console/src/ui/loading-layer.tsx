import { useLayoutEffect, useRef } from 'react'
import { isChord } from '~/lib/hotkeys.ts'
import { isTop, useLayer } from '~/lib/layers.ts'

interface LoadingLayerProps {
  onCancel: () => void
  /** Receives typed characters. */
  onType?: (text: string) => void
}

/** Covers the page while the code of a dialog loads, since keys are already meant for the dialog. Esc cancels. */
export function LoadingLayer({ onCancel, onType }: LoadingLayerProps) {
  const own = useRef<HTMLElement>(null)
  const takesEscape = useLayer(own)
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The browser keeps its own keys.
      if (!isTop(own) || (isChord(event) && event.key !== 'Enter') || /^F\d/.test(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape' && takesEscape(event)) onCancel()
      else if (event.key.length === 1) onType?.(event.key)
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  })
  return null
}

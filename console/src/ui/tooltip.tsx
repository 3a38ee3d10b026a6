import { type HTMLAttributes, type ReactNode, useEffect } from 'react'
import { createStore, useStore } from '~/lib/store.ts'
import { lazyPart, PartBoundary } from './lazy-part.tsx'

const TooltipPopup = lazyPart(() => import('./tooltip-popup.tsx'), 'ahead')

interface Shown {
  anchor: HTMLElement
  content: ReactNode
}

const shown = createStore<Shown | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

const later = (next: Shown | null, delay: number) => {
  clearTimeout(timer)
  timer = setTimeout(() => shown.set(next), delay)
}

type TooltipHandlers = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur'
>

/** Shows it at once: what a tap or a key finds out. */
export const showTooltip = (anchor: HTMLElement, content: ReactNode): void => later({ anchor, content }, 0)

/**
 * Handlers for the element that has the tooltip. One popup serves the page, so a thousand cells may have tooltips.
 * The tooltip is visual only: what a screen reader needs must be in the element's own name or description.
 * @param content nothing shown where it is empty.
 * @param when asked at the time; truncated text shows its whole only while it is cut.
 */
export function useTooltip(
  content: ReactNode | ((element: HTMLElement) => ReactNode),
  when?: (element: HTMLElement) => boolean,
): TooltipHandlers {
  if (!content) return {}
  const show = (anchor: HTMLElement) => {
    if (when && !when(anchor)) return
    TooltipPopup.prefetch()
    later({ anchor, content: typeof content === 'function' ? content(anchor) : content }, 250)
  }
  return {
    onPointerEnter: (event) => {
      if (event.pointerType !== 'touch') show(event.currentTarget)
    },
    onPointerLeave: () => later(null, 100),
    onPointerDown: (event) => {
      if (event.pointerType !== 'touch') later(null, 0)
    },
    onFocus: (event) => {
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget)
    },
    onBlur: () => later(null, 0),
  }
}

/** The page's one tooltip, mounted once beside the app. It can be pointed at, and Esc hides it. */
export function TooltipHost() {
  const now = useStore(shown)
  useEffect(() => {
    if (!now) return
    // A tooltip disappears with its anchor: its row was removed.
    const watch = setInterval(() => {
      if (!now.anchor.isConnected) shown.set(null)
    }, 500)
    return () => clearInterval(watch)
  }, [now])
  if (!now) return null
  return (
    <PartBoundary quiet onFailed={() => shown.set(null)}>
      <TooltipPopup
        {...now}
        onKeep={() => clearTimeout(timer)}
        onLeave={() => later(null, 100)}
        onDismiss={() => later(null, 0)}
      />
    </PartBoundary>
  )
}

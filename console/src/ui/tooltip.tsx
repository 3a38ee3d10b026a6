import { type HTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { keepPlaced } from './place.ts'
import { createStore, useStore } from './store.ts'

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

/**
 * Handlers for the element the tooltip speaks of. One popup serves the page, so a thousand cells may have tooltips.
 * The words are for the eye: what a screen reader needs must be in the element's own name or description.
 * @param content nothing shown where it is empty.
 * @param when asked at the time; truncated text shows its whole only while it is cut.
 */
export function useTooltip(
  content: ReactNode | ((element: HTMLElement) => ReactNode),
  when?: (element: HTMLElement) => boolean,
): TooltipHandlers {
  if (!content) return {}
  const show = (anchor: HTMLElement) => {
    if (!when || when(anchor))
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
  const popup = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!now || !popup.current) return
    const element = popup.current
    element.showPopover()
    const side = now.anchor.getAttribute('role') === 'menuitem' ? 'beside' : 'top'
    const release = keepPlaced(element, now.anchor, { side, align: 'center', offset: 12 })
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') later(null, 0)
    }
    // An anchor that leaves the page (its row is gone) takes its tooltip along.
    const watch = setInterval(() => {
      if (!now.anchor.isConnected) shown.set(null)
    }, 500)
    addEventListener('keydown', onKey, true)
    return () => {
      clearInterval(watch)
      removeEventListener('keydown', onKey, true)
      release()
      element.hidePopover()
    }
  }, [now])

  return (
    <div
      ref={popup}
      popover="manual"
      role="tooltip"
      // Spared by open menus and dialogs, which hide all else from screen readers.
      aria-live="off"
      className="popup fixed m-0 max-w-80 rounded-md px-2.5 py-1.5 text-sm [overflow-wrap:anywhere] whitespace-pre-line"
      onPointerEnter={() => clearTimeout(timer)}
      onPointerLeave={() => later(null, 100)}
    >
      {now?.content}
    </div>
  )
}

import { type RefObject, useEffect } from 'react'

// Toasts have the role too, but they are no place for the focus, which would keep them open.
const dialogs = ':is([role=dialog], [role=alertdialog]):not([data-toast])'

/**
 * Focuses the page's title, or the dialog over it, when the focused element was removed: a row, a bar, the opener of a
 * dialog. Else the keyboard would restart at the top, and screen readers fall silent.
 */
export function useFocusFallback(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null
    let frame = 0
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target as Element
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      // A click beside all controls removes the focus on purpose.
      if (!last?.contains(target as Node)) last = null
    }
    const restore = () => {
      frame = 0
      if (!last || last.isConnected || document.activeElement !== document.body) return
      const dialog = [...document.querySelectorAll<HTMLElement>(dialogs)].at(-1)
      const target = dialog ?? page.current?.querySelector<HTMLElement>('h1')
      target?.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(() => {
      // In the next frame dialogs have restored the focus to their openers.
      if (last && !last.isConnected && frame === 0) frame = requestAnimationFrame(restore)
    })
    changes.observe(document.body, { childList: true, subtree: true })
    addEventListener('focusin', onFocusIn)
    addEventListener('pointerdown', onPointerDown, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      removeEventListener('focusin', onFocusIn)
      removeEventListener('pointerdown', onPointerDown, { capture: true })
    }
  }, [page])
}

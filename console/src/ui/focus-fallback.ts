import { type RefObject, useEffect } from 'react'

/**
 * Gives the focus to the title of the page, or to the dialog over it, where the element that had it is gone: a row, a
 * bar, the opener of a dialog. Else the keyboard would start again at the top, and a screen reader fall silent.
 */
export function useFocusFallback(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null
    let frame = 0
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target as Element
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      // A press beside all controls takes the focus away on purpose.
      if (!last?.contains(target as Node)) last = null
    }
    const restore = () => {
      frame = 0
      if (!last || last.isConnected || document.activeElement !== document.body) return
      const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1)
      const target = dialog ?? page.current?.querySelector<HTMLElement>('h1')
      target?.focus({ preventScroll: true })
    }
    const changes = new MutationObserver(() => {
      // In the next frame dialogs have had their turn, which give the focus back to their openers.
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

export interface Placement {
  /** Where the popup would rather be; it turns to the other side for want of room. */
  side: 'top' | 'bottom' | 'beside'
  align: 'start' | 'center'
  /** Distance from the anchor in px. */
  offset: number
  /** As wide as its anchor at least. */
  matchWidth?: boolean
}

const edge = 8

/** Puts a `position: fixed` popup beside its anchor and inside the window. */
function place(popup: HTMLElement, anchor: Element, { side, align, offset, matchWidth }: Placement): void {
  const box = anchor.getBoundingClientRect()
  if (matchWidth) popup.style.minWidth = `${box.width}px`
  const { offsetWidth: width, offsetHeight: height } = popup
  if (side === 'beside' && Math.max(box.left, innerWidth - box.right) >= width + offset + edge) {
    const left = box.left - offset - width
    popup.style.left = `${left >= edge ? left : box.right + offset}px`
    popup.style.top = `${Math.max(edge, box.top + box.height / 2 - height / 2)}px`
    return
  }
  const below = innerHeight - box.bottom - offset - edge
  const above = box.top - offset - edge
  const bottom = side === 'bottom' ? below >= height || below >= above : above < height && below > above
  const left = align === 'start' ? box.left : box.left + box.width / 2 - width / 2
  popup.style.left = `${Math.max(edge, Math.min(left, innerWidth - width - edge))}px`
  popup.style.top = `${Math.max(edge, bottom ? box.bottom + offset : box.top - offset - height)}px`
}

/** Places now and whenever anything scrolls or changes size, until the returned function is called. */
export function keepPlaced(popup: HTMLElement, anchor: Element, placement: Placement): () => void {
  const again = () => place(popup, anchor, placement)
  again()
  const sizes = new ResizeObserver(again)
  sizes.observe(popup)
  sizes.observe(anchor)
  addEventListener('scroll', again, { capture: true, passive: true })
  addEventListener('resize', again)
  // A panel that slides in carries its anchors along.
  addEventListener('animationend', again, true)
  return () => {
    sizes.disconnect()
    removeEventListener('scroll', again, { capture: true })
    removeEventListener('resize', again)
    removeEventListener('animationend', again, true)
  }
}

import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

interface VirtualRowsProps {
  count: number
  /** Columns of the table, for the rows that stand for those out of view. */
  width: number
  /** Pixels, of rows not yet measured; those of a `Table` unless said. */
  rowHeight?: number
  /** @param measure the row's `ref`, beside `data-index`, where rows differ in height */
  renderRow: (index: number, measure: (row: HTMLElement | null) => void) => ReactNode
}

function scrollParent(element: HTMLElement): HTMLElement {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight) return at
  return document.documentElement
}

/** Distance from the top of what scrolls (the page, where nothing nearer does) to the top of the rows. */
const topOf = (rows: HTMLElement, scroller: HTMLElement) =>
  scroller === document.documentElement
    ? rows.getBoundingClientRect().top + scrollY
    : rows.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop

/** The body of a long table: only rows in view, and space for the others above and below. */
export default function VirtualRows({ count, width, rowHeight, renderRow }: VirtualRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [margin, setMargin] = useState(0)
  const [ofTable] = useState(() => (matchMedia('(width < 640px)').matches ? 88 : 42))

  useLayoutEffect(() => {
    if (!body.current) return
    const found = scrollParent(body.current)
    setScroller(found)
    setMargin(topOf(body.current, found))
  }, [])

  const shared = { count, estimateSize: () => rowHeight ?? ofTable, overscan: 12, scrollMargin: margin }
  const inPage = scroller === document.documentElement
  const byPage = useWindowVirtualizer({ ...shared, enabled: inPage })
  const byBox = useVirtualizer({ ...shared, enabled: !inPage, getScrollElement: () => scroller })
  const rows = inPage ? byPage : byBox
  const items = rows.getVirtualItems()
  const above = (items[0]?.start ?? margin) - margin
  const below = rows.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin)
  return (
    <tbody ref={body}>
      <Spacer height={above} width={width} />
      {items.map((item) => renderRow(item.index, rows.measureElement))}
      <Spacer height={below} width={width} />
    </tbody>
  )
}

const Spacer = ({ height, width }: { height: number; width: number }) =>
  height > 0 && (
    <tr aria-hidden="true" className="spacer-row">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is hidden, and no control */}
      <td colSpan={width} style={{ height, padding: 0 }} />
    </tr>
  )

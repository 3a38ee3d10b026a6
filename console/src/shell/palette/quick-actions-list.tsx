import { Link } from '@tanstack/react-router'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type RefObject, useEffect } from 'react'
import type { QuickActionsRow } from './quick-actions-rows.ts'
import type { QuickAction } from './quick-actions.ts'

interface QuickActionsListProps {
  id: string
  ref: RefObject<HTMLDivElement | null>
  rows: readonly QuickActionsRow[]
  /** How many of the rows are actions. */
  count: number
  /** Which of the actions Enter runs; -1 where there is none. */
  current: number
  onPoint: (at: number) => void
  onDone: () => void
}

export const optionId = (list: string, at: number): string => `${list}-${at}`

const heights = { heading: 30, action: 32 }

/** The actions; only visible ones are rendered, and the current one always: Enter clicks it. */
export function QuickActionsList({ id, ref, rows, count, current, onPoint, onDone }: QuickActionsListProps) {
  const currentRow = rows.findIndex((row) => row.kind === 'action' && row.at === current)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => ref.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'action'],
    overscan: 8,
    paddingStart: 4,
    paddingEnd: 4,
    rangeExtractor: (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), ...(currentRow < 0 ? [] : [currentRow])])].toSorted(
        (a, b) => a - b,
      ),
  })
  useEffect(() => {
    // The first action shows its heading too.
    if (currentRow >= 0) virtual.scrollToIndex(currentRow === 1 ? 0 : currentRow)
  }, [virtual, currentRow, rows])

  const drawn = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index]
    return row ? [{ row, index, start }] : []
  })
  return (
    <div ref={ref} id={id} role="listbox" aria-label="Actions" className="max-h-96 overflow-y-auto px-1">
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {[...Map.groupBy(drawn, ({ row }) => row.group)].map(([group, own]) => (
          <div key={group} role="group" aria-label={group}>
            {own.map(({ row, index, start }) => (
              <div
                key={index}
                ref={virtual.measureElement}
                data-index={index}
                role="presentation"
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.kind === 'heading' ? (
                  <div aria-hidden="true" className="px-2.5 pt-2.5 pb-1 text-2xs/4 font-medium text-ink-3">
                    {group}
                  </div>
                ) : (
                  <Option
                    id={optionId(id, row.at)}
                    action={row.action}
                    at={row.at}
                    count={count}
                    selected={row.at === current}
                    onPoint={() => onPoint(row.at)}
                    onDone={onDone}
                  />
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

interface OptionProps {
  id: string
  action: QuickAction
  at: number
  count: number
  selected: boolean
  onPoint: () => void
  onDone: () => void
}

function Option({ id, action: { label, to, run }, at, count, selected, onPoint, onDone }: OptionProps) {
  const shared = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': selected,
    'aria-setsize': count,
    'aria-posinset': at + 1,
    'data-highlighted': selected ? '' : undefined,
    onPointerMove: onPoint,
    className: 'popup-option w-full text-left',
  } as const
  if (to === undefined)
    return (
      <button
        {...shared}
        type="button"
        onClick={() => {
          onDone()
          run?.()
        }}
      >
        {label}
      </button>
    )
  return (
    <Link
      {...shared}
      to={to}
      onClick={(event: MouseEvent) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onDone()
      }}
    >
      {label}
    </Link>
  )
}

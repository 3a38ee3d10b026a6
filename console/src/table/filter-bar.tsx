import type { KeyboardEvent, ReactNode } from 'react'
import { ToneMark } from '~/ui/badge.tsx'
import { SearchInput } from '~/ui/search-input.tsx'
import type { QuickFilter } from './quick-filter.ts'

export interface FilterBarProps<T> {
  filter: QuickFilter<T>
  /** `Filter by name, address, id`. */
  label: string
  /** What the chips tell apart; `State` unless said. */
  groupLabel?: string | undefined
  /** The rows are one page of several: counts say that they are of what is loaded. */
  partial?: boolean | undefined
  /** Enter in the box: search by name over all pages. */
  onSearchAll?: (text: string) => void
  /** Beside the chips: the offer to search all pages, and how far that is. */
  children?: ReactNode
}

/** Search box and chips over a table. */
export function FilterBar<T>({
  filter,
  label,
  groupLabel = 'State',
  partial,
  onSearchAll,
  children,
}: FilterBarProps<T>) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && filter.text.trim()) onSearchAll?.(filter.text.trim())
  }
  const loaded = partial ? ' loaded' : ''
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchInput label={label} value={filter.text} onChange={filter.setText} onKeyDown={onKeyDown} />
      {filter.groups.length > 1 && (
        <div role="group" aria-label={groupLabel} className="flex flex-wrap gap-2">
          <Chip on={filter.group === null} onPress={() => filter.setGroup(null)} count={`${filter.total}${loaded}`}>
            All
          </Chip>
          {filter.groups.map(({ key, label: word, tone, count }) => (
            <Chip
              key={key}
              on={filter.group === key}
              onPress={() => filter.setGroup(filter.group === key ? null : key)}
              count={count}
            >
              {tone && <ToneMark tone={tone} />}
              {word}
            </Chip>
          ))}
        </div>
      )}
      <span role="status" className="text-sm text-ink-3">
        {filter.active && filter.rows && filter.total > 0 && `${filter.rows.length} of ${filter.total}${loaded}`}
      </span>
      {children}
    </div>
  )
}

interface ChipProps {
  on: boolean
  onPress: () => void
  count: ReactNode
  children: ReactNode
}

const Chip = ({ on, onPress, count, children }: ChipProps) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onPress}
    className={`inline-flex h-7 items-center gap-1.75 rounded-full border px-2.5 text-sm whitespace-nowrap pointer-coarse:h-10 ${
      on ? 'border-accent bg-accent-wash text-ink' : 'border-line text-ink-2 hover:bg-raised hover:text-ink'
    }`}
  >
    {children}
    <span className={`tabular-nums ${on ? 'text-ink-2' : 'text-ink-3'}`}>{count}</span>
  </button>
)

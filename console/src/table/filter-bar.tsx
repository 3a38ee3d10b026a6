import type { KeyboardEvent, ReactNode } from 'react'
import { ToneMark } from '~/ui/badge.tsx'
import { SearchInput } from '~/ui/search-input.tsx'
import type { QuickFilter } from './quick-filter.ts'

export interface FilterBarProps<T> {
  filter: QuickFilter<T>
  /** `Filter by name, address, id`. */
  label: string
  /** What the chips distinguish; `State` by default. */
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
        <Chips
          label={groupLabel}
          groups={filter.groups}
          total={`${filter.total}${loaded}`}
          chosen={filter.group}
          onChoose={filter.setGroup}
        />
      )}
      <span role="status" className="text-sm text-ink-3">
        {filter.active && filter.rows && filter.total > 0 && `${filter.rows.length} of ${filter.total}${loaded}`}
      </span>
      {children}
    </div>
  )
}

interface ChipsProps {
  /** What the chips tell apart. */
  label: string
  groups: QuickFilter<unknown>['groups']
  /** Number of rows of all groups. */
  total: ReactNode
  /** Key of the chip that is on; null is all. */
  chosen: string | null
  onChoose: (key: string | null) => void
}

/** A chip for each group of rows, after one for all. */
export const Chips = ({ label, groups, total, chosen, onChoose }: ChipsProps) => (
  <div role="group" aria-label={label} className="flex flex-wrap gap-2">
    <Chip on={chosen === null} onPress={() => onChoose(null)} count={total}>
      All
    </Chip>
    {groups.map(({ key, label: word, tone, count }) => (
      <Chip key={key} on={chosen === key} onPress={() => onChoose(chosen === key ? null : key)} count={count}>
        {tone && <ToneMark tone={tone} />}
        {word}
      </Chip>
    ))}
  </div>
)

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
    <span translate="no" className={`tabular-nums ${on ? 'text-ink-2' : 'text-ink-3'}`}>
      {count}
    </span>
  </button>
)

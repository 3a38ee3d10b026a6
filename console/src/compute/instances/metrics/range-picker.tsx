import { useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { MenuButton } from '~/ui/menu.tsx'
import { type Interval, intervals, localText, type MetricsSearch, ranges, spanOf } from './time-range.ts'

// ms that a custom range rests before it is asked for
const rest = 400

/** Of which time the charts are, and how often they are read again. Both stand in the URL. */
export function RangePicker({ search }: { search: MetricsSearch }) {
  const navigate = useNavigate()
  const show = (next: MetricsSearch) => void navigate({ to: '.', search: next, state: true, replace: true })
  const range = search.time ?? 'hour'
  const every = search.every ?? 0
  const isCustom = range === 'custom'
  const choose = (next: (typeof ranges)[number]['value']) => {
    const { every: kept } = search
    if (next === 'hour') return show({ ...(kept && { every: kept }) })
    if (next !== 'custom') return show({ time: next, ...(kept && { every: kept }) })
    const { from, to } = spanOf(search, Date.now())
    show({ time: next, since: new Date(from).toISOString(), until: new Date(to).toISOString() })
  }
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2">
      <Picker label="Time range" items={ranges} value={range} onChoose={choose} />
      {isCustom ? (
        <CustomRange key={`${search.since} ${search.until}`} search={search} onChange={show} />
      ) : (
        <Picker<Interval>
          label="Read again every"
          items={intervals}
          value={every}
          onChoose={(next) => show({ ...(search.time && { time: search.time }), ...(next && { every: next }) })}
        />
      )}
    </div>
  )
}

interface PickerProps<V> {
  label: string
  items: readonly { value: V; label: string }[]
  value: V
  onChoose: (value: V) => void
}

function Picker<V>({ label, items, value, onChoose }: PickerProps<V>) {
  const chosen = items.find((item) => item.value === value)?.label ?? ''
  return (
    <span className="flex items-center gap-2">
      <span className="text-sm text-ink-2">{label}</span>
      <MenuButton
        label={`${label}: ${chosen}`}
        variant="default"
        align="start"
        items={items.map((item) => ({
          label: item.label,
          checked: item.value === value,
          onSelect: () => onChoose(item.value),
        }))}
      >
        {chosen}
        <ChevronDown />
      </MenuButton>
    </span>
  )
}

/** Two moments by the clock of this place. They count once both are there, in order, and nothing was typed for a while. */
function CustomRange({ search, onChange }: { search: MetricsSearch; onChange: (search: MetricsSearch) => void }) {
  const span = spanOf(search, Date.now())
  const [from, setFrom] = useState(localText(span.from))
  const [to, setTo] = useState(localText(span.to))
  const id = useId()
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const isWrong = !(start < end)
  const isChanged = from !== localText(span.from) || to !== localText(span.to)
  useEffect(() => {
    if (isWrong || !isChanged) return undefined
    const custom = { time: 'custom' as const, since: new Date(start).toISOString(), until: new Date(end).toISOString() }
    const timer = setTimeout(() => onChange(custom), rest)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onChange` is made anew with each draw
  }, [start, end, isWrong, isChanged])
  const field = (label: string, value: string, set: (value: string) => void) => (
    <label className="flex items-center gap-2 text-sm text-ink-2">
      {label}
      <input
        type="datetime-local"
        step={1}
        value={value}
        className="control w-auto"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        onChange={(event) => set(event.target.value)}
      />
    </label>
  )
  return (
    <>
      {field('From', from, setFrom)}
      {field('To', to, setTo)}
      {isWrong && (
        <p id={id} role="alert" className="text-sm text-bad">
          The end must be after the start
        </p>
      )}
    </>
  )
}

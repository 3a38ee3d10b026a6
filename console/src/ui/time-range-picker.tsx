import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { localDateTime, localTimeProblem, momentsOf } from '~/lib/format/time.ts'
import { type Interval, intervals, fixedSpan, ranges, type RangeSearch, type Span, spanOf } from '~/lib/time-range.ts'
import { MenuButton } from './menu.tsx'

interface RangePickerProps {
  search: RangeSearch
  /** The ranges up to now to choose from. */
  offered?: readonly (typeof ranges)[number][]
  /** How often charts are read unless the URL says. */
  usual: Interval
}

/** The time range of a page's charts, and how often they are read again. Both are in the URL. */
export function RangePicker({ search, offered = ranges, usual }: RangePickerProps) {
  const navigate = useNavigate()
  const { range = ranges[0].value, every = usual } = search
  const fixed = fixedSpan(search)
  const show = (next: RangeSearch) =>
    void navigate({
      to: '.',
      search: (now: object) => ({
        ...now,
        range: undefined,
        every: undefined,
        from: undefined,
        to: undefined,
        ...next,
      }),
      state: true,
      replace: true,
      resetScroll: false,
    })
  const showRange = (next: typeof range, interval: Interval) =>
    show({ ...(next !== ranges[0].value && { range: next }), ...(interval !== usual && { every: interval }) })
  const showSpan = ({ from, to }: Span) => show({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  return (
    <>
      <Picker
        label="Time range"
        chosen={fixed ? 'Custom' : ranges.find(({ value }) => value === range)!.label}
        items={[
          ...offered.map(({ value, label }) => ({
            label,
            checked: !fixed && value === range,
            onSelect: () => showRange(value, every),
          })),
          { label: 'Custom', checked: fixed !== undefined, onSelect: () => showSpan(spanOf(search, Date.now())) },
        ]}
      />
      {fixed ? (
        <CustomRange span={fixed} onChange={showSpan} />
      ) : (
        <Picker
          label="Refresh"
          chosen={intervals.find(({ seconds }) => seconds === every)!.label}
          items={intervals.map(({ seconds, label }) => ({
            label,
            checked: seconds === every,
            onSelect: () => showRange(range, seconds),
          }))}
        />
      )}
    </>
  )
}

interface PickerProps {
  label: string
  chosen: string
  items: { label: string; checked: boolean; onSelect: () => void }[]
}

/** A label, and a button that shows what is chosen and opens a menu of the choices. */
export const Picker = ({ label, chosen, items }: PickerProps) => (
  <span className="flex items-center gap-2">
    <span className="text-sm text-ink-2">{label}</span>
    <MenuButton label={`${label}: ${chosen}`} variant="default" align="start" items={items} className="min-h-9">
      <span className="max-w-48 truncate">{chosen}</span>
      <ChevronsUpDown className="text-ink-3" />
    </MenuButton>
  </span>
)

// ms until typed times count
const settled = 400

const isSameSpan = (one: Span, other: Span | undefined) => one.from === other?.from && one.to === other.to

/** A range holds both hours of the one that clocks repeat, unless it was made by other means. */
const momentOf = (local: string, known: number, at: 0 | -1): number =>
  local === localDateTime(known) ? known : (momentsOf(local).at(at) ?? NaN)

/** Two local times. They count once both are there, in order, and nothing was typed for a while. */
function CustomRange({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const [from, setFrom] = useState(localDateTime(span.from))
  const [to, setTo] = useState(localDateTime(span.to))
  const [seen, setSeen] = useState(span)
  const [sent, setSent] = useState<Span>()
  if (!isSameSpan(span, seen)) {
    setSeen(span)
    // What was typed stays, and with it the focus.
    if (!isSameSpan(span, sent)) {
      setFrom(localDateTime(span.from))
      setTo(localDateTime(span.to))
    }
  }
  const problemId = useId()
  const [begin, end] = [momentOf(from, span.from, 0), momentOf(to, span.to, -1)]
  const isWrong = !(begin < end)
  const problem = localTimeProblem(from) ?? localTimeProblem(to) ?? 'The end must be after the start'
  const take = useEffectEvent(() => {
    const isChanged = from !== localDateTime(span.from) || to !== localDateTime(span.to)
    if (isWrong || !isChanged) return
    setSent({ from: begin, to: end })
    onChange({ from: begin, to: end })
  })
  useEffect(() => {
    const timer = setTimeout(() => take(), settled)
    return () => clearTimeout(timer)
  }, [from, to])
  const field = (label: string, value: string, set: (value: string) => void) => (
    <label className="flex items-center gap-2 text-sm text-ink-2">
      {label}
      <input
        type="datetime-local"
        step={1}
        value={value}
        className="control w-auto"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? problemId : undefined}
        onChange={(event) => set(event.target.value)}
      />
    </label>
  )
  return (
    <>
      {field('From', from, setFrom)}
      {field('To', to, setTo)}
      {isWrong && (
        <p id={problemId} role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </>
  )
}

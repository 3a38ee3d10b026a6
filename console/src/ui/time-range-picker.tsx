import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { localDateTime } from './format/time.ts'
import { MenuButton } from './menu.tsx'
import { type Interval, intervals, type Span } from './time-range.ts'

interface TimeRangePickerProps<R extends string> {
  /** The ranges up to now to choose from. */
  ranges: readonly { value: R; label: string }[]
  /** Undefined: a custom range. */
  value: R | undefined
  onChoose: (range: R) => void
  /** The current span: a custom range begins with it. */
  span: () => Span
  onCustom: (span: Span) => void
}

/** The range of time to show: up to now, or between two moments. */
export function TimeRangePicker<R extends string>(props: TimeRangePickerProps<R>) {
  const { ranges, value, onChoose, span, onCustom } = props
  const label = ranges.find((range) => range.value === value)?.label ?? 'Custom'
  return (
    <>
      <Picker
        label="Time range"
        chosen={label}
        items={[
          ...ranges.map((range) => ({
            label: range.label,
            checked: range.value === value,
            onSelect: () => onChoose(range.value),
          })),
          { label: 'Custom', checked: value === undefined, onSelect: () => onCustom(span()) },
        ]}
      />
      {value === undefined && <CustomRange key={Object.values(span()).join()} span={span()} onChange={onCustom} />}
    </>
  )
}

/** How often something is read again. */
export const IntervalPicker = ({ value, onChoose }: { value: Interval; onChoose: (every: Interval) => void }) => (
  <Picker
    label="Refresh"
    chosen={intervals.find(({ seconds }) => seconds === value)!.label}
    items={intervals.map(({ seconds, label }) => ({
      label,
      checked: seconds === value,
      onSelect: () => onChoose(seconds),
    }))}
  />
)

interface PickerProps {
  label: string
  chosen: string
  items: { label: string; checked: boolean; onSelect: () => void }[]
}

/** A label, and a button that shows what is chosen and opens a menu of the choices. */
export const Picker = ({ label, chosen, items }: PickerProps) => (
  <span className="flex items-center gap-2">
    <span className="text-sm text-ink-2">{label}</span>
    <MenuButton label={`${label}: ${chosen}`} variant="default" align="start" items={items}>
      <span className="max-w-48 truncate">{chosen}</span>
      <ChevronsUpDown className="text-ink-3" />
    </MenuButton>
  </span>
)

// ms until typed times count
const settled = 400

/** Two local times. They count once both are there, in order, and nothing was typed for a while. */
function CustomRange({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const [from, setFrom] = useState(localDateTime(span.from))
  const [to, setTo] = useState(localDateTime(span.to))
  const problemId = useId()
  const [begin, end] = [Date.parse(from), Date.parse(to)]
  const isWrong = !(begin < end)
  const take = useEffectEvent(() => {
    const isChanged = from !== localDateTime(span.from) || to !== localDateTime(span.to)
    if (!isWrong && isChanged) onChange({ from: begin, to: end })
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
          The end must be after the start
        </p>
      )}
    </>
  )
}

import { ChevronsUpDown } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { MenuButton } from '~/ui/menu.tsx'
import { boundsOf, isCustom, rangeOf, ranges, type RangeSearch } from './ranges.ts'

interface RangePickerProps {
  value: RangeSearch
  onChange: (range: RangeSearch) => void
}

// ms until what is typed counts
const settled = 400

/** How far back charts reach, or from when to when. */
export function RangePicker({ value, onChange }: RangePickerProps) {
  const custom = isCustom(value)
  const label = custom ? 'Custom' : rangeOf(value).label
  return (
    <div className="flex flex-wrap items-start gap-2">
      <MenuButton
        label={`Range: ${label}`}
        variant="default"
        align="start"
        items={[
          ...ranges.map((range) => ({
            label: range.label,
            checked: !custom && range === rangeOf(value),
            onSelect: () => onChange({ range: range.key }),
          })),
          { label: 'Custom', checked: custom, onSelect: () => onChange(boundsOf(value, Date.now())) },
        ]}
      >
        {label}
        <ChevronsUpDown className="text-ink-3" />
      </MenuButton>
      {custom && <CustomRange key={`${value.from} ${value.to}`} value={value} onChange={onChange} />}
    </div>
  )
}

/** As an input of date and time has it: local, to the minute. */
const inputValue = (time: number) => {
  const date = new Date(time)
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function CustomRange({ value, onChange }: RangePickerProps) {
  const [from, setFrom] = useState(inputValue(value.from ?? 0))
  const [to, setTo] = useState(inputValue(value.to ?? 0))
  const [begin, end] = [new Date(from).getTime(), new Date(to).getTime()]
  const problem = begin < end ? undefined : 'The range must begin before it ends'
  const problemId = useId()
  const take = useEffectEvent(() => {
    if (!problem && (from !== inputValue(value.from ?? 0) || to !== inputValue(value.to ?? 0)))
      onChange({ from: begin, to: end })
  })
  useEffect(() => {
    const timer = setTimeout(take, settled)
    return () => clearTimeout(timer)
  }, [from, to])
  const input = {
    type: 'datetime-local',
    'aria-invalid': problem ? (true as const) : undefined,
    'aria-describedby': problem ? problemId : undefined,
    className: 'control min-h-8 w-auto',
  }
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <input {...input} aria-label="From" value={from} onChange={(event) => setFrom(event.target.value)} />
        <span className="text-ink-3">to</span>
        <input {...input} aria-label="To" value={to} onChange={(event) => setTo(event.target.value)} />
      </div>
      {problem && (
        <p id={problemId} className="mt-1.25 text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}

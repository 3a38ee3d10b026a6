import { useNavigate, useSearch } from '@tanstack/react-router'
import { IntervalPicker, TimeRangePicker } from '~/ui/time-range-picker.tsx'
import { type MetricsSearch, ranges, spanOf } from './time-range.ts'

/** Of which time the charts are, and how often they are read again. Both stand in the URL. */
export function RangePicker() {
  const search: MetricsSearch = useSearch({ from: '/_app/projects/$project/instances/$instance/_tabs/metrics' })
  const navigate = useNavigate()
  const show = (next: MetricsSearch) => void navigate({ to: '.', search: next, state: true, replace: true })
  const { time, every } = search
  return (
    <>
      <TimeRangePicker
        ranges={ranges}
        value={time === 'custom' ? undefined : (time ?? 'hour')}
        onChoose={(next) => show({ ...(next !== 'hour' && { time: next }), ...(every && { every }) })}
        span={() => spanOf(search, Date.now())}
        onCustom={({ from, to }) =>
          show({ time: 'custom', since: new Date(from).toISOString(), until: new Date(to).toISOString() })
        }
      />
      {time !== 'custom' && (
        <IntervalPicker
          value={every ?? 0}
          onChoose={(next) => show({ ...(time && { time }), ...(next && { every: next }) })}
        />
      )}
    </>
  )
}

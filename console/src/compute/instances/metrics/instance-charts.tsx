import { ranges } from '~/lib/time-range.ts'
import { Card } from '~/ui/card.tsx'
import { ChartGrid } from '~/ui/chart/metric-chart.tsx'
import { Picker, RangePicker } from '~/ui/time-range-picker.tsx'
import { InstanceChart, type InstanceChartProps, metricsRoute } from './instance-chart.tsx'

interface InstanceChartsProps {
  title: string
  /** Names what is chosen in the menu: `State`. */
  choiceLabel: string
  choices: readonly { value: string; label: string }[]
  chosen: string
  onChoose: (value: string) => void
  charts: readonly InstanceChartProps[]
}

/** Charts side by side, and above them in one row of what, of which time, and how often they are read again. */
export function InstanceCharts(props: InstanceChartsProps) {
  const { title, choiceLabel, choices, chosen, onChoose, charts } = props
  const search = metricsRoute.useSearch()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Picker
          label={choiceLabel}
          chosen={choices.find(({ value }) => value === chosen)?.label ?? ''}
          items={choices.map(({ value, label }) => ({
            label,
            checked: value === chosen,
            onSelect: () => onChoose(value),
          }))}
        />
        <RangePicker search={search} offered={ranges.slice(0, 3)} usual={0} />
      </div>
      <Card title={title}>
        <ChartGrid>
          {charts.map((chart) => (
            <InstanceChart key={`${chart.metric} ${JSON.stringify(chart.where)}`} {...chart} />
          ))}
        </ChartGrid>
      </Card>
    </>
  )
}

const SAMPLE_SECONDS = 5
/** What a counter grew by between two samples, as so much a second. */
export const aSecond = (mean: number): number => mean / SAMPLE_SECONDS
/** What a clock in nanoseconds grew by, as a share of the time, over so many clocks. */
export const percentOfTime = (mean: number, count: number): number => (mean * 100) / (SAMPLE_SECONDS * 1e9 * count)
